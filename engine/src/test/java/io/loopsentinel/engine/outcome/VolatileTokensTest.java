package io.loopsentinel.engine.outcome;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.re2j.PatternSyntaxException;
import io.loopsentinel.engine.outcome.pattern.Rewrites;
import io.loopsentinel.engine.outcome.pattern.Rewrites.Rewrite;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class VolatileTokensTest {

  private final VolatileTokens tokens = new VolatileTokens(List.of());

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          at 2024-05-13T10:11:12.345Z done                  | at 2025-01-01T00:00:00.001Z done
          2024-05-13 10:11:12,345 INFO start                | 2024-05-13 10:11:13,001 INFO start
          2024-05-13T10:11:12+02:00                         | 2024-05-13T08:11:12+0000
          2024-05-13 10:11 UTC                              | 2024-06-14 22:00 GMT
          Date: Mon, 13 May 2024 10:11:12 GMT               | Date: Tue, 14 May 2024 01:02:03 GMT
          Mon May 13 10:11:12 CEST 2024                     | Tue May 14 10:11:12 CEST 2024
          -rw-r--r-- 1 me me 12 May 13 10:11 a.txt          | -rw-r--r-- 1 me me 12 Jun  3 08:05 a.txt
          done at 10:11:12                                  | done at 23:59:59.999
          "ts": 1715595072                                  | "ts": 1715595099
          "ts": 1715595072345                               | "ts": 1815595072345
          id 550e8400-e29b-41d4-a716-446655440000           | id 6BA7B810-9DAD-11D1-80B4-00C04FD430C8
          id abcdef00-abcd-abcd-abcd-abcdefabcdef           | id fa9e902f-dead-cfcf-a027-8a3286679833
          wrote /tmp/tmp4k2j/out.txt                        | wrote /tmp/tmpzz9/out.txt
          cd /private/var/folders/x1/T/a1; ls               | cd /private/var/folders/x1/T/b2; ls
          in C:\\Users\\me\\AppData\\Local\\Temp\\a1.txt    | in C:\\Users\\me\\AppData\\Local\\Temp\\b2.txt
          <Session at 0x7f3b2c1d>                           | <Session at 0x7F3B2FFF>
          com.acme.Order@6d06d69c shipped                   | com.acme.Order@1b6d3586 shipped
          container 4f2a9c0d1e3b up                         | container 0123456789ab up
          sha 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b      | sha b1946ac92492d2347c6235b4d2611184aaaaaaaa
          Total time:  3.214 s                              | Total time:  12 s
          ok in 15ms                                        | ok in 2 minutes
          ran for 812 µs                                    | ran for 3,5 µs
          {"elapsed_ms": 4711.25}                           | {"elapsed_ms": 3}
          took=120                                          | took=99
          {"uptime_s": 8120}                                | {"uptime_s": 8127}
          worker pid 4711 ready                             | worker pid 4712 ready
          [Thread: 12] idle                                 | [Thread: 7] idle
          [1] 4711                                          | [2] 99123
          listening on 127.0.0.1:54321                      | listening on 127.0.0.1:41007
          http://localhost:54321/health                     | http://localhost:54322/health
          Tomcat started on port 54321                      | Tomcat started on port 40123
          bash: line 47: mvn: command not found             | bash: line 61: mvn: command not found
          /bin/sh: 1: foo: not found                        | /bin/sh: 12: foo: not found
          {"requestId": "Zk9-Q1", "n": 1}                   | {"requestId": "aB3-77", "n": 1}
          x-request-id: 4711                                | x-request-id: 4712
          {"trace_id":"000001","a":1}                       | {"trace_id":"000002","a":1}
          {"query_time_ms": 12}                             | {"query_time_ms": 15}
          - button "Submit" [ref=e4]                        | - button "Submit" [ref=e16]
          X-RateLimit-Remaining: 58                         | X-RateLimit-Remaining: 57
          {"credits_remaining": 117}                        | {"credits_remaining": 116}
          """)
  void textsThatDifferInVolatileTokensOnlyAreEqual(String one, String other) {
    assertThat(tokens.normalise(one)).isEqualTo(tokens.normalise(other)).isNotEqualTo(one);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          page 3 of 12                                      | page 4 of 12
          offset=100                                        | offset=200
          12 matches                                        | 13 matches
          total 305.50 EUR                                  | total 299.00 EUR
          version 3.2.1                                     | version 3.2.2
          progress 40%                                      | progress 50%
          departs 2024-05-13                                | departs 2024-05-14
          due on May 13                                     | due on May 14
          opens at 10:15                                    | opens at 10:45
          File "x.py", line 12                              | File "x.py", line 13
          Main.java:[12,5] error                            | Main.java:[13,5] error
          connect to localhost:8080                         | connect to localhost:8081
          listening on port 5432                            | listening on port 3306
          example.org:54321                                 | example.org:54322
          commit 1a2b3c4                                    | commit 5d6e7f8
          order 4711                                        | order 4712
          {"order_id": 5001}                                | {"order_id": 5002}
          {"seats_remaining": 4}                            | {"seats_remaining": 3}
          {"flight_time": 95}                               | {"flight_time": 80}
          /home/me/a.txt                                    | /home/me/b.txt
          balance 2714567890                                | balance 2714567891
          HTTP 200                                          | HTTP 201
          3 passed, 1 failed                                | 4 passed, 0 failed
          temperature: 21.5                                 | temperature: 21.6
          accuracy 0.8201699256896973                       | accuracy 0.7757399797439575
          amount 1234567890123456                           | amount 1234567890123457
          p = 0.123456789012e-05                            | p = 0.123456789013e-05
          loss 0.1715595072                                 | loss 0.1715595073
          """)
  void whatMayBeNewsIsKept(String one, String other) {
    assertThat(tokens.normalise(one)).isEqualTo(one).isNotEqualTo(tokens.normalise(other));
  }

  @ParameterizedTest
  @MethodSource("rules")
  void eachRuleFindsItsExample(Rewrite rule) {
    String rewritten = rewrite(rule, rule.example());

    assertThat(rewritten).contains(rule.replacement().replaceAll("[$]\\d", ""));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "2024-05-13T10:11:12Z worker pid 4711 wrote /tmp/a, took: 15ms, id 4f2a9c0d1e3b",
        "THREAD: 12 LISTENING ON LOCALHOST:54321, PORT 54321, TOOK: 3",
        "bash: line 3: /var/tmp/x: No such file, 1715595072 0xDEADBEEF Obj@6d06d69c",
      })
  void aRuleIsSkippedOnlyWhereItFindsNothing(String line) {
    for (Rewrite rule : Rewrites.rows("volatile-tokens.txt")) {
      String ungated = rule.pattern().pattern().matcher(line).replaceAll(rule.replacement());

      assertThat(rewrite(rule, line)).as(rule.name()).isEqualTo(ungated);
    }
  }

  @Test
  void everyLineOfATextIsRead() {
    String text = "a 10:11:12\n\nb\n[1] 4711\n";

    assertThat(tokens.normalise(text)).isEqualTo("a <time>\n\nb\n[<pid>]\n");
  }

  @Test
  void aTextWithoutTokensIsReturnedAsItIs() {
    String text = "nothing volatile in here";

    assertThat(tokens.normalise(text)).isEqualTo(text);
  }

  @Test
  void aUsersPatternsComeAfterTheTable() {
    VolatileTokens extended = new VolatileTokens(List.of("ticket-\\d+", "build \\w+ of <time>"));

    String normalised = extended.normalise("ticket-12: build x7 of 10:11:12");

    assertThat(normalised).isEqualTo("<user>: <user>");
  }

  @Test
  void aUsersPatternThatWouldBacktrackTakesLinearTime() {
    VolatileTokens extended = new VolatileTokens(List.of("(a+)+$", "b"));
    String line = "a".repeat(5_000) + "b";

    assertThat(extended.normalise(line)).isEqualTo("a".repeat(5_000) + "<user>");
  }

  @Test
  void aUsersPatternMayGoDeep() {
    VolatileTokens extended = new VolatileTokens(List.of("^(?:a|b)*c"));

    assertThat(extended.normalise("ab".repeat(100_000) + "c")).isEqualTo("<user>");
  }

  @Test
  void aUsersPatternThatIsNoneIsRefused() {
    assertThatThrownBy(() -> new VolatileTokens(List.of("(")))
        .isInstanceOf(PatternSyntaxException.class);
  }

  private static String rewrite(Rewrite rule, String line) {
    return new Rewrites(List.of(rule)).apply(line, 1).text();
  }

  private static Stream<Rewrite> rules() {
    return Stream.of("volatile-tokens.txt", "display-counts.txt")
        .flatMap(name -> Rewrites.rows(name).stream());
  }
}
