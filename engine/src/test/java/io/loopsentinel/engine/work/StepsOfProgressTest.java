package io.loopsentinel.engine.work;

import java.util.Map;
import org.junit.jupiter.api.Test;

/** A call that is repeated between steps of progress is work; with nothing between it is a loop. */
class StepsOfProgressTest {

  private final Conversation run = new Conversation();

  @Test
  void scrollsAndExtractsInTurn() {
    String[] names = {"Abel", "Brandt", "Cordes", "Dietz", "Ebert", "Falk", "Gruber", "Hahn"};
    for (String name : names) {
      run.turn().call("scroll", Map.of("down", true)).returns("Scrolled down.");
      run.turn().call("extract", Map.of("what", "names")).returns("names: " + name);
    }

    run.verdict().silent();
  }

  @Test
  void readsAGuidelineBeforeEachStep() {
    for (int step = 0; step < 6; step++) {
      run.turn()
          .call("recall", Map.of("query", "goals"))
          .returns("Goals: small modules, no globals, every module has a test.");
      run.turn()
          .call("write_file", Map.of("path", "m" + step + ".py", "content", "def f" + step + "()"))
          .returns("File m" + step + ".py written.");
      run.turn()
          .call("shell", Map.of("command", "pytest m" + step + ".py"))
          .returns("1 passed: test_" + "abcdef".charAt(step));
    }

    run.verdict().silent();
  }

  @Test
  void testsAfterEachDifferentEditWithTheSameAnswer() {
    String[] edits = {"timeout = 5", "retries = 2", "backoff = 1.5", "pool = 8", "keep = true"};
    for (String edit : edits) {
      run.turn().call("edit", Map.of("path", "client.toml", "text", edit)).returns("Edited.");
      run.turn().call("probe", Map.of()).returns("The service answers 7 of 10 requests.");
    }

    run.verdict().warnedAtMost();
  }

  @Test
  void aBlockWhoseResultsAreNewIsWork() {
    for (int page = 1; page <= 14; page++) {
      run.turn().call("next_page", Map.of()).returns("ok");
      run.turn().call("read_page", Map.of()).returns("page " + page + ": " + 37 * page + " items");
    }

    run.verdict().silent();
  }

  @Test
  void stopsThreeEqualCallsWithNothingInBetween() {
    for (int i = 0; i < 4; i++) {
      run.turn().call("get_balance", Map.of("account", "A-7")).returns("120.00 EUR");
    }

    run.verdict().stopsAt(3);
  }

  @Test
  void stopsARepeatedCallBetweenKnownAnswers() {
    for (int i = 0; i < 5; i++) {
      run.turn().call("read", Map.of("from", 1)).returns("the first half of the file");
      run.turn().call("read", Map.of("from", 2)).returns("the second half of the file");
    }

    run.verdict().stopsAt(5);
  }

  @Test
  void warnsAboutTheSameDoneAgainAndStopsItAtTwiceThat() {
    for (int order = 5001; order < 5008; order++) {
      run.turn()
          .call("order", Map.of("item", "lamp"))
          .returns("Order " + order + " has been created.");
    }

    run.verdict().foundBetween(3, 3).stopsAt(6);
  }

  @Test
  void stopsTheSameBookingInEachForm() {
    String[] forms = {
      "Booking %d created.",
      "Order placed (id %d).",
      "Message sent (id %d)",
      "Booking #%d confirmed",
      "Sent. Message id: %d",
      "Your table is confirmed. Confirmation code: X%dP",
      "{\"order_id\": %d, \"status\": \"created\"}",
      "{\"ticket\": \"IT-%1$d\", \"url\": \"https://desk.example/IT-%1$d\", \"state\": \"new\"}",
      "{\"id\":\"TCK-%1$d\",\"subject\":\"No login\",\"state\":\"open\",\"url\":\"/t/TCK-%1$d\"}",
      "{\"id\":\"evt_%1$d\",\"status\":\"confirmed\",\"htmlLink\":\"https://cal.example/e/%1$d\"}",
      "{\n  \"success\": true,\n  \"data\": {\"invoiceNumber\": \"R%1$d\", \"total\": 95.5}\n}",
      "Successfully created issue #%d",
      "Item has been added to the cart. The cart has %d items.",
      "Ticket TK-%d has been created successfully.",
      "{\"successful\":true,\"result\":\"Order %d created\"}",
      "{\"success\":true,\"message_id\":\"<%daf@mail.example>\",\"message\":\"Email sent\"}",
      "{\"success\":true,\"message\":\"Message sent\",\"messageId\":\"m-%d\"}",
      "{\"message\": \"Payment %1$d was sent\", \"payment_id\": %1$d, \"at\": \"2026-05-04T10:%2$d:00Z\"}",
    };
    for (String form : forms) {
      Conversation booking = new Conversation();
      for (int number = 701; number < 708; number++) {
        booking
            .turn()
            .call("book", Map.of("day", "Friday"))
            .returns(form.formatted(number, number - 680));
      }

      booking.verdict().foundBetween(3, 3).stopsAt(6);
    }
  }

  @Test
  void aNumberThatGrowsInAnAnswerIsNews() {
    String[] forms = {
      "%d rows inserted",
      "{\"ok\": true, \"order_id\": %1$d, \"text\": \"line %2$d of the order\"}",
      "{\"status\": \"processed\", \"order_id\": %d}",
      "{\"success\": true, \"score\": 0.%d}",
    };
    for (String form : forms) {
      Conversation reading = new Conversation();
      for (int rows = 120; rows < 128; rows++) {
        reading.turn().call("next", Map.of("of", "orders")).returns(form.formatted(rows, rows * 7));
      }

      reading.verdict().silent();
    }
  }

  /** That the call succeeded is not all that its answer says. */
  @Test
  void aSuccessThatBringsSomethingElseIsNews() {
    String[] forms = {
      "{\"successful\":true,\"result\":\"at shelf %d\"}",
      "Evaluation completed successfully. Score: 0.%2$d",
      "Query executed successfully.\nusers: %d",
      "Successfully retrieved price: %d.%d",
      "Successfully moved to position (%d, 4)",
      "{\"success\":true,\"message\":\"Price successfully fetched\",\"price\":%d}",
      "{\"tests\":{\"succeeded\":%d,\"failed\":0}}",
      "{\"state\":\"succeeded\",\"score\":0.%2$d}",
      "Run finished: %d succeeded, 0 failed",
      "Screenshot has been saved. Visible text: step %d of 200",
      "Page loaded successfully. Title: %3$s",
      "Next item has been added to your queue: %3$s",
    };
    String[] words = {"apple", "pear", "plum", "fig", "kiwi", "lime", "date", "nut", "rice"};
    for (String form : forms) {
      Conversation alone = new Conversation();
      Conversation beside = new Conversation();
      for (int i = 0; i < words.length; i++) {
        String answer = form.formatted(120 + i, 8000 + 37 * i, words[i]);
        alone.turn().call("evaluate", Map.of("run", 7)).returns(answer);
        beside.turn().call("evaluate", Map.of("run", 7)).returns(answer);
        beside.turn().call("read_rules", Map.of()).returns("Three tries a day, no globals.");
      }

      alone.verdict().silent();
      beside.verdict().silent();
    }
  }

  @Test
  void differentOrdersOfOneItemAreWork() {
    for (int order = 5001; order < 5008; order++) {
      run.turn()
          .call("order", Map.of("item", "lamp", "customer", order - 5000))
          .returns("Order " + order + " has been created.");
    }

    run.verdict().silent();
  }

  @Test
  void warnsAboutTheEleventhEqualCallOfOneResponse() {
    run.turn();
    for (int i = 0; i < 14; i++) {
      run.call("send", Map.of("text", "green")).returns("sent");
    }

    run.verdict().warnedAtMost().foundBetween(10, 10).foundTimes(1);
  }
}
