package io.loopsentinel.engine.work;

import java.util.Map;
import org.junit.jupiter.api.Test;

/** Files and folders that are looked through. */
class ReadingTest {

  private final Conversation run = new Conversation();

  @Test
  void readsALongFileInPieces() {
    String[] chapters = {
      "1 Purpose\nThe pump moves cooling water only.",
      "2 Safety\nDisconnect the mains before opening the housing.",
      "3 Mounting\nFour M8 bolts, tightened crosswise to 22 Nm.",
      "4 First start\nFill the suction line. Open the vent until water comes.",
      "5 Operation\nBetween 2 and 6 bar. Never run dry.",
      "6 Faults\nE1 no flow. E2 too hot. E3 sensor broken.",
      "7 Spare parts\nSeal 4411, impeller 4412, sensor 4419."
    };
    for (int i = 0; i < chapters.length; i++) {
      run.turn()
          .call(
              "bash",
              Map.of("command", "sed -n '%d,%dp' manual.txt".formatted(1 + 120 * i, 120 * (i + 1))))
          .returns(Results.tags(0, chapters[i]));
    }

    run.verdict().silent();
  }

  @Test
  void walksATreeWithManyFoldersAlike() {
    String[] countries = {"at", "be", "ch", "cz", "de", "dk", "es", "fr", "it"};
    run.turn("Which countries have their own price list?")
        .call("list_directory", Map.of("path", "/data"))
        .returns("[DIR] " + String.join("\n[DIR] ", countries));
    for (String country : countries) {
      run.turn()
          .call("list_directory", Map.of("path", "/data/" + country))
          .returns(
              country.equals("ch")
                  ? "[FILE] names.csv\n[FILE] prices.csv"
                  : country.equals("dk") ? "(empty)" : "[FILE] names.csv");
    }

    run.verdict().silent();
  }

  @Test
  void toursFoldersByChangingIntoThem() {
    String[][] tour = {
      {"core", "Cargo.toml  src  tests"},
      {"src", "lib.rs  parse.rs  token.rs"},
      {"../tests", "basic.rs  unicode.rs"},
      {"../../cli", "Cargo.toml  src"},
      {"src", "args.rs  main.rs"},
      {"../../docs", "book.toml  guide"}
    };
    for (String[] stop : tour) {
      run.turn().call("terminal", Map.of("keys", "cd " + stop[0])).returns("");
      run.turn().call("terminal", Map.of("keys", "ls")).returns(stop[1]);
    }

    run.verdict().silent();
  }

  @Test
  void looksForANameFileByFile() {
    String[] files = {
      "auth.go", "cart.go", "mail.go", "main.go", "order.go", "price.go", "stock.go", "user.go"
    };
    run.turn("Who uses the old rounding function? I go through the package.")
        .call("bash", Map.of("command", "ls shop"))
        .returns(Results.tags(0, String.join("\n", files)));
    for (String file : files) {
      boolean uses = file.equals("cart.go") || file.equals("order.go") || file.equals("stock.go");
      run.turn()
          .call("bash", Map.of("command", "grep -n roundOld shop/" + file))
          .returns(
              uses
                  ? Results.tags(0, "%d:\tsum = roundOld(sum)".formatted(10 * file.length()))
                  : Results.tags(1, ""));
    }

    run.verdict().silent();
  }

  @Test
  void stepsThroughAProgramInADebugger() {
    String[] lines = {
      "14\tvar rest = amount;",
      "15\tfor (int coin : coins) {",
      "16\t  int n = rest / coin;",
      "17\t  rest -= n * coin;",
      "15\tfor (int coin : coins) {",
      "16\t  int n = rest / coin;",
      "17\t  rest -= n * coin;",
      "19\treturn rest == 0;"
    };
    run.turn("I set a breakpoint and step.")
        .call("debugger", Map.of("command", "break Change.java:13"))
        .returns("Breakpoint 1 at Change.java:13");
    for (int i = 0; i < lines.length; i++) {
      run.turn()
          .call("debugger", Map.of("command", "next"))
          .returns(lines[i] + "\n  rest = " + (87 - 9 * i));
    }

    run.verdict().silent();
  }

  @Test
  void changesBetweenTwoFolders() {
    for (int i = 0; i < 6; i++) {
      run.turn("The sources are in client.")
          .call("run_command", Map.of("command", "cd /repo/client"))
          .returns("");
      run.turn("No, they are in server.")
          .call("run_command", Map.of("command", "cd /repo/server"))
          .returns("");
    }

    run.verdict().foundBetween(3, 9);
  }

  @Test
  void walksInACircleOfFolders() {
    for (int i = 0; i < 5; i++) {
      run.turn().call("bash", Map.of("command", "cd photos")).returns(Results.tags(0, ""));
      run.turn()
          .call("bash", Map.of("command", "ls"))
          .returns(Results.tags(0, "2021\n2022\nindex.db"));
      run.turn().call("bash", Map.of("command", "cd ..")).returns(Results.tags(0, ""));
      run.turn()
          .call("bash", Map.of("command", "ls"))
          .returns(Results.tags(0, "music\nphotos\ntodo.txt"));
    }

    run.verdict().foundBetween(6, 13);
  }

  @Test
  void readsTheSameTwoFilesByTurns() {
    for (int i = 0; i < 6; i++) {
      run.turn()
          .call("ReadFile", Map.of("path", "src/Store.ts"))
          .returns("export interface Store {\n  get(id: string): Item | undefined;\n}");
      run.turn()
          .call("ReadFile", Map.of("path", "src/MemoryStore.ts"))
          .returns("export class MemoryStore implements Store {\n  private items = new Map();\n}");
    }

    run.verdict().foundBetween(4, 8);
  }

  @Test
  void searchesInVainWithEverNewPatterns() {
    run.turn()
        .call("bash", Map.of("command", "ls"))
        .returns(Results.tags(0, "README\nconf\nlib\nsrc"));
    run.turn()
        .call("bash", Map.of("command", "wc -l src/*.rb"))
        .returns(Results.tags(0, "  88 src/app.rb\n 140 src/jobs.rb\n 228 total"));
    String[] patterns = {
      "retry_limit",
      "retryLimit",
      "retry-limit",
      "RETRY_LIMIT",
      "retries_limit",
      "limit_retry",
      "limit_retries",
      "max_retry",
      "max_retries",
      "retry_max"
    };
    for (String pattern : patterns) {
      run.turn("I search for " + pattern + ".")
          .call("bash", Map.of("command", "grep -rn '" + pattern + "' src"))
          .returns(Results.tags(1, ""));
    }

    run.verdict().foundBetween(4, 10).neverStops(2).neverStops(3);
  }
}
