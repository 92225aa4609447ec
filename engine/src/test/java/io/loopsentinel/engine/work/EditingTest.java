package io.loopsentinel.engine.work;

import java.util.Map;
import org.junit.jupiter.api.Test;

/** Files and settings that are written. */
class EditingTest {

  private final Conversation run = new Conversation();

  @Test
  void editsOneFileAtEightPlacesInARow() {
    String[][] edits = {
      {"color: #333333", "color: var(--text)"},
      {"background: #ffffff", "background: var(--page)"},
      {"border: 1px solid #dddddd", "border: 1px solid var(--line)"},
      {"a { color: #0055aa }", "a { color: var(--link) }"},
      {"a:hover { color: #003377 }", "a:hover { color: var(--link-dark) }"},
      {"code { background: #f4f4f4 }", "code { background: var(--code) }"},
      {"th { background: #eeeeee }", "th { background: var(--head) }"},
      {"tr:nth-child(odd) { background: #fafafa }", "tr:nth-child(odd) { background: var(--odd) }"}
    };
    run.turn("The colours become variables, place by place.")
        .call("view", Map.of("path", "web/style.css"))
        .returns("body { color: #333333; background: #ffffff }\n... 212 more lines");
    for (String[] edit : edits) {
      run.turn()
          .call(
              "str_replace",
              Map.of("path", "web/style.css", "old_str", edit[0], "new_str", edit[1]))
          .returns("The file web/style.css has been edited successfully.");
    }

    run.verdict().silent();
  }

  @Test
  void setsACounterOneHigherAfterEachParcel() {
    for (int parcel = 1; parcel <= 8; parcel++) {
      run.turn("Parcel " + parcel + " is on the belt, I count it.")
          .call("set_variable", Map.of("name", "parcels_done", "value", parcel))
          .returns("OK");
    }

    run.verdict().silent();
  }

  @Test
  void readsAFileAgainAfterEachEdit() {
    String[] totals = {
      "total = 0",
      "total = sum(prices)",
      "total = sum(prices) * (1 + vat)",
      "total = round(sum(prices) * (1 + vat), 2)"
    };
    for (int i = 0; i + 1 < totals.length; i++) {
      run.turn("How does it look now?")
          .call("read", Map.of("file", "cart.py"))
          .returns("def checkout(prices, vat):\n    %s\n    return total".formatted(totals[i]));
      run.turn("Not there yet.")
          .call("apply_patch", Map.of("file", "cart.py", "line", 2, "text", totals[i + 1]))
          .returns("Patch applied.");
    }
    run.turn()
        .call("read", Map.of("file", "cart.py"))
        .returns("def checkout(prices, vat):\n    %s\n    return total".formatted(totals[3]));

    run.verdict().silent();
  }

  @Test
  void takesAnEditBackOnceAndTriesAnother() {
    run.turn("A smaller pool might do.")
        .call("edit", Map.of("file", "pool.yml", "from", "size: 20", "to", "size: 5"))
        .returns("1 replacement");
    run.turn().call("load_test", Map.of("users", 100)).returns("p99 910 ms, 14 timeouts");
    run.turn("That is worse, I take it back.")
        .call("edit", Map.of("file", "pool.yml", "from", "size: 5", "to", "size: 20"))
        .returns("1 replacement");
    run.turn("The idle time, then.")
        .call("edit", Map.of("file", "pool.yml", "from", "idle: 1s", "to", "idle: 60s"))
        .returns("1 replacement");
    run.turn().call("load_test", Map.of("users", 100)).returns("p99 180 ms, 0 timeouts");

    run.verdict().silent();
  }

  @Test
  void makesAnEditAndTakesItBackAgainAndAgain() {
    for (int i = 0; i < 5; i++) {
      run.turn("The comparison should be strict.")
          .call(
              "Edit",
              Map.of("file_path", "Age.kt", "old_string", "age >= 18", "new_string", "age > 18"))
          .returns("The file Age.kt has been updated.");
      run.turn()
          .call("Bash", Map.of("command", "./gradlew test --tests AgeTest"))
          .returns("AgeTest > acceptsEighteen FAILED\n    expected: true\n3 tests, 1 failed");
      run.turn("Then it should not be strict.")
          .call(
              "Edit",
              Map.of("file_path", "Age.kt", "old_string", "age > 18", "new_string", "age >= 18"))
          .returns("The file Age.kt has been updated.");
      run.turn()
          .call("Bash", Map.of("command", "./gradlew test --tests AgeTest"))
          .returns("AgeTest > refusesMinors FAILED\n    expected: false\n3 tests, 1 failed");
    }

    run.verdict().foundBetween(4, 14).neverStops(1).neverStops(3);
  }

  @Test
  void writesTheSameContentAgain() {
    String script = "#!/bin/sh\nset -e\npg_dump shop | gzip > /backup/shop.sql.gz\n";
    for (int i = 0; i < 7; i++) {
      run.turn("Now I create the backup script.")
          .call("write_to_file", Map.of("path", "backup.sh", "content", script))
          .returns("<result>The content was successfully saved to backup.sh.</result>");
    }

    run.verdict().foundBetween(2, 5);
  }

  /** Before the first run the fifth version was thought too early for a warning. */
  @Test
  void rewritesAFileWithoutEverReadingOrTestingIt() {
    String[] words = {
      "brief", "short", "concise", "compact", "tight", "crisp", "plain", "clear", "lucid", "terse",
      "neat", "clean", "simple", "direct", "frank", "candid", "open", "honest", "warm", "kind",
      "gentle", "soft"
    };
    for (String word : words) {
      run.turn("The letter could be more " + word + ".")
          .call(
              "save_document",
              Map.of(
                  "name",
                  "letter.md",
                  "body",
                  "Dear members,\nhere are some %s words about the fee, which stays unchanged in the year to come.\nYours, the board"
                      .formatted(word)))
          .returns("Document saved.");
    }

    run.verdict().foundBetween(4, 18).neverStops(1).neverStops(2);
  }
}
