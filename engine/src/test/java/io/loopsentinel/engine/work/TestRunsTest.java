package io.loopsentinel.engine.work;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Tests, builds and services that are run again. */
class TestRunsTest {

  private final Conversation run = new Conversation();

  @Test
  void testsAfterEachEditWhileFewerFail() {
    String[] functions = {"parse_hex", "parse_octal", "parse_exponent", "parse_sign"};
    for (int i = 0; i < functions.length; i++) {
      run.turn("Next is " + functions[i] + ".")
          .call(
              "edit_file",
              Map.of(
                  "path", "numbers.py", "symbol", functions[i], "body", "return int(s, " + i + ")"))
          .returns("Edited numbers.py.");
      int failed = 7 - 2 * i;
      run.turn()
          .call("bash", Map.of("command", "python -m pytest -q"))
          .returns(
              Results.tags(
                  1, "FAILED test_numbers.py\n%d failed, %d passed".formatted(failed, 9 - failed)));
    }
    run.turn("The last one is a typo in the test itself.")
        .call("edit_file", Map.of("path", "test_numbers.py", "symbol", "test_sign", "body", "ok"))
        .returns("Edited test_numbers.py.");
    run.turn()
        .call("bash", Map.of("command", "python -m pytest -q"))
        .returns(Results.tags(0, "9 passed"));

    run.verdict().silent();
  }

  @Test
  void compilesWhileTheErrorsBecomeFewer() {
    String[] files = {"port", "timer", "uart", "adc", "can", "main"};
    int[] errors = {23, 17, 17, 8, 3, 1};
    for (int i = 0; i < files.length; i++) {
      run.turn("I compile.")
          .call("compile", Map.of("target", "firmware"))
          .failsSaying(
              "drv/%s.c:9:3: error: unknown type name 'u32'\n%d errors generated."
                  .formatted(files[i], errors[i]));
      run.turn()
          .call(
              "replace_all",
              Map.of("file", "drv/" + files[i] + ".c", "find", "u32", "with", "uint32_t"))
          .returns("replaced");
    }
    run.turn().call("compile", Map.of("target", "firmware")).returns("firmware.bin, 48,112 bytes");

    run.verdict().silent();
  }

  @Test
  void meetsTheSameFailureAfterTwoDifferentEdits() {
    String failure =
        "not ok 4 - keeps the order of equal keys\n  ---\n  actual: [b, a]\n  expected: [a, b]";
    run.turn().call("run_tests", Map.of("file", "sort.test.js")).returns(failure);
    run.turn("Perhaps the comparison is not stable.")
        .call(
            "edit", Map.of("file", "sort.js", "line", 12, "text", "return a.key < b.key ? -1 : 1"))
        .returns("ok");
    run.turn().call("run_tests", Map.of("file", "sort.test.js")).returns(failure);
    run.turn("It must answer 0 for equal keys.")
        .call("edit", Map.of("file", "sort.js", "line", 12, "text", "return cmp(a.key, b.key)"))
        .returns("ok");
    run.turn()
        .call("run_tests", Map.of("file", "sort.test.js"))
        .returns("ok 1\nok 2\nok 3\nok 4\n# pass 4");

    run.verdict().silent();
  }

  @Test
  void halvesARangeOfCommits() {
    run.turn("The slow start came in somewhere between 3.1 and 3.2.")
        .call("sh", Map.of("line", "git bisect start v3.2 v3.1"))
        .returns("Bisecting: 60 revisions left to test after this (roughly 6 steps)\n[9f1c] Cache");
    String[][] steps = {
      {"good", "30 revisions left to test after this (roughly 5 steps)\n[41aa] Log levels"},
      {"good", "15 revisions left to test after this (roughly 4 steps)\n[c03d] Icons"},
      {"bad", "7 revisions left to test after this (roughly 3 steps)\n[77e0] Lazy fonts"},
      {"good", "3 revisions left to test after this (roughly 2 steps)\n[b5b2] Plugin scan"},
      {"bad", "1 revision left to test after this (roughly 1 step)\n[d9d4] Renames"}
    };
    for (String[] step : steps) {
      run.turn()
          .call("sh", Map.of("line", "./measure-start.sh"))
          .returns(step[0].equals("good") ? "start is fast" : "start is slow");
      run.turn("So this one is " + step[0] + ".")
          .call("sh", Map.of("line", "git bisect " + step[0]))
          .returns("Bisecting: " + step[1]);
    }
    run.turn().call("sh", Map.of("line", "./measure-start.sh")).returns("start is fast");
    run.turn()
        .call("sh", Map.of("line", "git bisect good"))
        .returns("b5b2 is the first bad commit");

    run.verdict().silent();
  }

  @Test
  void startsAndStopsAServerForEachSuite() {
    List<String> suites = List.of("login", "basket", "payment", "returns", "search");
    for (String suite : suites) {
      run.turn("A fresh server for suite " + suite + ".")
          .call("server", Map.of("action", "start"))
          .returns("{\"success\":true}");
      run.turn()
          .call("run_suite", Map.of("suite", suite))
          .returns(
              "{\"suite\":\"%s\",\"passed\":%d,\"failed\":0}".formatted(suite, suite.length()));
      run.turn().call("server", Map.of("action", "stop")).returns("{\"success\":true}");
    }

    run.verdict().silent();
  }

  @Test
  void runsATestAgainWithoutAChange() {
    run.turn("The balance must count the fees.")
        .call("edit_file", Map.of("path", "ledger/ledger.go", "line", 30, "text", "sum -= fee"))
        .returns("Edited ledger/ledger.go.");
    String[] times = {"1.204", "1.198", "1.377", "1.201", "1.190", "1.222", "1.205"};
    for (int i = 0; i < times.length; i++) {
      run.turn()
          .call("execute_command", Map.of("command", "go test ./ledger"))
          .returns(
              "--- FAIL: TestBalance (0.00s)\n"
                  + "    ledger_test.go:41: got 90, want 100\n"
                  + "FAIL\n"
                  + "FAIL\texample/ledger\t"
                  + times[i]
                  + "s\n");
    }

    run.verdict().foundBetween(3, 6).neverStops(1);
  }

  @Test
  void restartsAServiceThatStopsEachTime() {
    for (int i = 0; i < 6; i++) {
      run.turn("I restart the service.")
          .call("systemctl", Map.of("verb", "restart", "unit", "mailer"))
          .returns("");
      run.turn("And look whether it is up.")
          .call("systemctl", Map.of("verb", "status", "unit", "mailer"))
          .returns(
              "mailer.service - Mail queue\n"
                  + "  Active: failed (Result: exit-code) since Tue 2024-03-05"
                  + " 10:0%d:17 CET\n  Main PID: %d (code=exited, status=78)"
                      .formatted(i, 4100 + 12 * i));
    }

    run.verdict().foundBetween(3, 8);
  }

  @Test
  void buildsAgainAfterTheSameCleanUp() {
    for (int i = 0; i < 5; i++) {
      run.turn("A stale cache may be to blame.")
          .call("bash", Map.of("command", "rm -rf node_modules/.cache"))
          .returns(Results.json(0, "", ""));
      run.turn("Install anew.")
          .call("bash", Map.of("command", "npm ci --silent"))
          .returns(Results.json(0, "", ""));
      run.turn("Build.")
          .call("bash", Map.of("command", "npm run build"))
          .returns(
              Results.json(
                  2,
                  "> site@1.0.0 build\n> tsc",
                  "src/map.ts(9,5): error TS2322: Type 'string' is"
                      + " not assignable to type 'number'."));
    }

    run.verdict().foundBetween(5, 11);
  }
}
