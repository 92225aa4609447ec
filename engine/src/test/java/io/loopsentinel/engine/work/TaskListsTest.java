package io.loopsentinel.engine.work;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Lists that a model keeps of what it has to do. */
class TaskListsTest {

  @Test
  void worksOffAListWhoseItemsHaveAFlag() {
    Conversation run = new Conversation();
    List<String> items = List.of("survey", "fence", "dig", "sow", "water", "weed", "pick", "sell");
    for (int done = 0; done < items.size(); done++) {
      List<Map<String, Object>> list = new ArrayList<>();
      for (String item : items) {
        list.add(Map.of("text", item, "done", list.size() < done));
      }
      run.turn()
          .call("todo_write", Map.of("todos", list))
          .returns("Todos have been modified successfully.");
    }

    run.verdict().silent();
  }

  private static final String MODIFIED =
      "Todos have been modified successfully. Ensure that you continue to use the todo list to"
          + " track your progress. Please proceed with the current tasks if applicable";

  private final Conversation run = new Conversation();

  @Test
  void marksTheItemsOfAListDoneBetweenOtherWork() {
    run.turn("I'll plan this first.")
        .call(
            "TodoWrite",
            todos(
                "pending: Find where the date is parsed",
                "pending: Accept two-digit years",
                "pending: Add a test",
                "pending: Update the changelog"))
        .returns(MODIFIED);
    run.turn("Starting with the first item.")
        .call(
            "TodoWrite",
            todos(
                "in_progress: Find where the date is parsed",
                "pending: Accept two-digit years",
                "pending: Add a test",
                "pending: Update the changelog"))
        .returns(MODIFIED);
    run.call("Grep", Map.of("pattern", "DateTimeFormatter", "path", "src"))
        .returns("src/main/java/shop/Dates.java:31: DateTimeFormatter.ofPattern(\"d.M.yyyy\")");
    run.turn("Found it.")
        .call(
            "TodoWrite",
            todos(
                "completed: Find where the date is parsed",
                "in_progress: Accept two-digit years",
                "pending: Add a test",
                "pending: Update the changelog"))
        .returns(MODIFIED);
    run.call(
            "Edit",
            Map.of(
                "file_path", "src/main/java/shop/Dates.java",
                "old_string", "ofPattern(\"d.M.yyyy\")",
                "new_string", "ofPattern(\"d.M.[yyyy][yy]\")"))
        .returns("The file src/main/java/shop/Dates.java has been updated.");
    run.turn()
        .call(
            "TodoWrite",
            todos(
                "completed: Find where the date is parsed",
                "completed: Accept two-digit years",
                "in_progress: Add a test",
                "pending: Update the changelog"))
        .returns(MODIFIED);
    run.call(
            "Edit",
            Map.of(
                "file_path", "src/test/java/shop/DatesTest.java",
                "old_string", "}\n}",
                "new_string", "}\n\n  @Test\n  void readsTwoDigitYears() {}\n}"))
        .returns("The file src/test/java/shop/DatesTest.java has been updated.");
    run.turn()
        .call(
            "TodoWrite",
            todos(
                "completed: Find where the date is parsed",
                "completed: Accept two-digit years",
                "completed: Add a test",
                "in_progress: Update the changelog"))
        .returns(MODIFIED);
    run.call("Bash", Map.of("command", "echo '- two-digit years' >> CHANGELOG.md")).returns("");
    run.turn("All done.")
        .call(
            "TodoWrite",
            todos(
                "completed: Find where the date is parsed",
                "completed: Accept two-digit years",
                "completed: Add a test",
                "completed: Update the changelog"))
        .returns(MODIFIED);

    run.verdict().silent();
  }

  @Test
  void extendsAPlanItemByItemInARow() {
    String[] steps = {
      "inspect the schema of table invoices",
      "write the migration that adds column currency",
      "backfill currency from the customer's country",
      "make the column mandatory",
      "adapt the repository class",
      "adapt the two reports",
      "run the migration on a copy"
    };
    for (int known = 1; known <= steps.length; known++) {
      run.turn("And then " + steps[known - 1] + ".")
          .call("update_plan", Map.of("plan", List.of(steps).subList(0, known)))
          .returns("{\"ok\":true}");
    }

    run.verdict().silent();
  }

  @Test
  void movesTheCardsOfABoardFromColumnToColumn() {
    for (String card : List.of("INV-12", "INV-15", "INV-19", "INV-23", "INV-24")) {
      run.turn("Now " + card + ".")
          .call("move_card", Map.of("board", "invoices", "card", card, "column", "review"))
          .returns("Card moved.");
      run.call("move_card", Map.of("board", "invoices", "card", card, "column", "done"))
          .returns("Card moved.");
    }

    run.verdict().silent();
  }

  @Test
  void writesTheSameListAgainWithNothingDoneBetween() {
    for (int i = 0; i < 7; i++) {
      run.turn("Let me update the todo list before I go on.")
          .call(
              "write_todos",
              todos(
                  "completed: Read the contract",
                  "in_progress: Summarise the liabilities",
                  "pending: Send the summary to legal"))
          .returns("Updated todo list with 3 items");
    }

    run.verdict().foundBetween(2, 5);
  }

  @Test
  void setsOneItemToAndFroWithNothingDoneBetween() {
    for (int i = 0; i < 6; i++) {
      run.turn("I start with the translation.")
          .call("set_task", Map.of("id", 3, "title", "Translate chapter 3", "state", "active"))
          .returns("{\"ok\":true}");
      run.turn("First I should wait for the glossary.")
          .call("set_task", Map.of("id", 3, "title", "Translate chapter 3", "state", "waiting"))
          .returns("{\"ok\":true}");
    }

    run.verdict().foundBetween(3, 9);
  }

  private static Map<String, ?> todos(String... items) {
    return Map.of("todos", Arrays.stream(items).map(TaskListsTest::item).toList());
  }

  private static Map<String, String> item(String item) {
    int colon = item.indexOf(": ");
    return Map.of("status", item.substring(0, colon), "content", item.substring(colon + 2));
  }
}
