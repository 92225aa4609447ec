package io.loopsentinel.engine.work;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Many actions of one kind. */
class BatchesTest {

  private final Conversation run = new Conversation();

  @Test
  void runsTenCommandsThatSayNothing() {
    String[] commands = {
      "mkdir -p site/img site/css",
      "cp logo.svg site/img/",
      "cp photos/*.jpg site/img/",
      "chmod 644 site/img/*",
      "cp style.css site/css/main.css",
      "sed -i 's/DRAFT//' site/index.html",
      "rm -f site/*.bak",
      "touch site/.nojekyll",
      "git add site",
      "git commit -q -m 'Add the site'"
    };
    for (String command : commands) {
      run.turn().call("bash", Map.of("command", command)).returns(Results.tags(0, ""));
    }
    run.turn()
        .call("bash", Map.of("command", "git log --oneline -1"))
        .returns(Results.tags(0, "e51f0aa Add the site"));

    run.verdict().silent();
  }

  @Test
  void insertsRowsOneByOne() {
    String[] rows = {
      "(1, 'Rhine', 1233)", "(2, 'Elbe', 1094)", "(3, 'Oder', 866)", "(4, 'Weser', 452)",
      "(5, 'Main', 527)", "(6, 'Mosel', 544)", "(7, 'Neckar', 362)", "(8, 'Saale', 413)"
    };
    for (String row : rows) {
      run.turn()
          .call("execute_sql", Map.of("sql", "INSERT INTO river VALUES " + row))
          .returns("Query OK, 1 row affected");
    }
    run.turn().call("execute_sql", Map.of("sql", "SELECT count(*) FROM river")).returns("count\n8");

    run.verdict().silent();
  }

  @Test
  void sendsEachGuestTheSameInvitation() {
    for (String guest : List.of("ada", "bo", "cem", "dora", "emil", "finn", "greta")) {
      run.turn("Now " + guest + ".")
          .call(
              "send_mail",
              Map.of(
                  "to",
                  guest + "@party.example",
                  "subject",
                  "Garden party",
                  "body",
                  "We grill on Saturday at five, at our place. Bring a chair and good weather."))
          .returns("Message sent.");
    }

    run.verdict().silent();
  }

  @Test
  void makesTheSameCallFourTimesInOneResponse() {
    Map<String, ?> file = Map.of("path", "LICENSE");
    run.turn("I read what I need.");
    Conversation.Call first = run.call("read_file", file);
    Conversation.Call second = run.call("read_file", file);
    Conversation.Call third = run.call("read_file", file);
    Conversation.Call fourth = run.call("read_file", file);
    for (Conversation.Call call : List.of(first, second, third, fourth)) {
      call.returns("Permission is hereby granted, free of charge, to any person obtaining a copy");
    }
    run.turn("It is the MIT licence.")
        .call("write_file", Map.of("path", "NOTICE", "content", "Licensed under MIT.\n"))
        .returns("Wrote NOTICE.");

    run.verdict().silent();
  }

  @Test
  void sendsTheSameMessageToTheSamePerson() {
    for (int i = 0; i < 7; i++) {
      run.turn("I let the tenant know.")
          .call(
              "send_sms",
              Map.of("to", "+4930111", "text", "The plumber comes on Friday between 8 and 10."))
          .returns("{\"status\":\"sent\",\"id\":\"sms-%d\"}".formatted(90_210 + 3 * i));
    }

    run.verdict().foundBetween(2, 5);
  }

  @Test
  void switchesAFlagOnAndOff() {
    for (int i = 0; i < 6; i++) {
      run.turn()
          .call("set_flag", Map.of("flag", "new-search", "enabled", true))
          .returns("flag updated");
      run.turn()
          .call("set_flag", Map.of("flag", "new-search", "enabled", false))
          .returns("flag updated");
    }

    run.verdict().foundBetween(3, 9);
  }

  @Test
  void handsATaskToAndFroBetweenTwoAgents() {
    for (int i = 0; i < 6; i++) {
      run.turn()
          .call("transfer_to_billing", Map.of("reason", "the customer asks for a refund"))
          .returns("{\"assistant\":\"billing\"}");
      run.turn()
          .call("transfer_to_shipping", Map.of("reason", "it is not known where the parcel is"))
          .returns("{\"assistant\":\"shipping\"}");
    }

    run.verdict().foundBetween(3, 9);
  }

  @Test
  void installsWhatIsInstalled() {
    String[] commands = {
      "apt-get install -y graphviz",
      "sudo apt-get install -y graphviz",
      "apt-get install graphviz -y",
      "apt-get -y install graphviz",
      "apt install -y graphviz",
      "apt-get install -y --no-install-recommends graphviz",
      "apt-get install -y graphviz"
    };
    for (String command : commands) {
      run.turn("Graphviz seems to be missing. I install it.")
          .call("bash", Map.of("command", command))
          .returns(
              Results.tags(
                  0,
                  """
                  Reading package lists...
                  Building dependency tree...
                  graphviz is already the newest version (2.43.0-6).
                  0 upgraded, 0 newly installed, 0 to remove and 4 not upgraded.
                  """));
    }

    run.verdict().foundBetween(2, 6);
  }

  @Test
  void commitsWhenThereIsNothingToCommit() {
    String[] messages = {
      "Fix the totals",
      "Fix totals",
      "Fix the totals in the report",
      "Fix report totals",
      "Correct the totals",
      "Correct totals of the report",
      "Totals"
    };
    run.turn("The sum starts at the wrong row.")
        .call("edit_cell", Map.of("cell", "D40", "formula", "=SUM(D2:D39)"))
        .returns("D40 = 8120.50");
    run.turn()
        .call("git_commit", Map.of("message", "Start the sum at the first row", "all", true))
        .returns("[main 61f0b2e] Start the sum at the first row\n 1 file changed");
    for (String message : messages) {
      run.turn()
          .call("git_commit", Map.of("message", message, "all", true))
          .returns("On branch main\nnothing to commit, working tree clean");
    }

    run.verdict().foundBetween(4, 8).neverStops(1).neverStops(2);
  }
}
