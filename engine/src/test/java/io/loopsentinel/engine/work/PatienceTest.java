package io.loopsentinel.engine.work;

import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Time distinguishes a call that waits from one that loops. */
class PatienceTest {

  private final Conversation run = new Conversation();

  @Test
  void equalCallsThatAreMinutesApartWait() {
    for (int i = 0; i < 8; i++) {
      run.pause(Duration.ofMinutes(5));
      run.turn().call("get_job", Map.of("id", "j-91")).returns("{\"stage\":\"training\"}");
    }

    run.verdict().silent();
  }

  @Test
  void equalCallsInQuickSuccessionAreALoop() {
    for (int i = 0; i < 5; i++) {
      run.turn().call("get_job", Map.of("id", "j-91")).returns("{\"stage\":\"training\"}");
    }

    run.verdict().stopsAt(3);
  }

  @Test
  void aCommandThatSleepsWaitsByItself() {
    for (int i = 0; i < 6; i++) {
      run.turn()
          .call("bash", Map.of("command", "sleep 110; tail -n 1 train.log"))
          .returns("epoch 2/4 loss 1.70");
    }

    run.verdict().silent();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "No new messages after 30 seconds.",
        "Timed out after 30s: no new events.",
        "Timeout. Nothing new was received.",
        "There were no further updates (timed out)",
        "{\"timeout\": true, \"events\": []}",
        "{\"messages\": [], \"cursor\": null, \"timedOut\": true}",
        "{\"message\": \"Wait timed out.\", \"timed_out\": true}",
      })
  void aCallThatSaysThatNothingNewCameInTimeWaitsByItself(String nothing) {
    for (int i = 0; i < 8; i++) {
      run.turn().call("poll_inbox", Map.of("timeout", 30)).returns(nothing);
    }

    run.verdict().silent();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Timed out waiting for the element #save after 30 seconds.",
        "Error: the query timed out after 30 seconds",
        "No messages of the last 30 days.",
        "{\"timeout\": true, \"events\": [\"disk full\"]}",
        "{\"timeout\": 30, \"events\": []}",
        "{\"message\": \"The query timed out.\", \"timed_out\": true}",
      })
  void aCallThatFailsOrAnswersInTimeDoesNot(String answer) {
    for (int i = 0; i < 6; i++) {
      run.turn().call("poll_inbox", Map.of("timeout", 30)).returns(answer);
    }

    run.verdict().stopsAt(3);
  }

  @Test
  void warnsAboutATenthUnchangedAnswer() {
    for (int i = 0; i < 12; i++) {
      run.pause(Duration.ofMinutes(2));
      run.turn().call("get_job", Map.of("id", "j-91")).returns("{\"stage\":\"training\"}");
    }

    run.verdict().warnedAtMost().foundBetween(9, 11).foundTimes(1);
  }

  @Test
  void aWaitToolBetweenEqualClicksIsNoProgress() {
    for (int i = 0; i < 6; i++) {
      run.turn().call("click", Map.of("id", 12)).returns("The form has errors.");
      run.turn().call("wait", Map.of("seconds", 2)).returns("Waited.");
    }

    run.verdict().stopsAt(5);
  }

  @Test
  void theSameStepsWithAPauseBetweenThemWait() {
    for (int i = 0; i < 6; i++) {
      run.turn().call("rerun_job", Map.of("id", 88)).returns("");
      run.pause(Duration.ofMinutes(6));
      run.turn().call("get_conclusion", Map.of("id", 88)).returns("cancelled");
      run.pause(Duration.ofMinutes(1));
    }

    run.verdict().warnedAtMost();
  }

  @Test
  void threeStepsWithAPauseAfterEachRoundWait() {
    for (int i = 0; i < 6; i++) {
      run.turn().call("is_up", Map.of("host", "db1")).returns("up");
      run.turn().call("disk", Map.of("host", "db1")).returns("61%");
      run.turn().call("load", Map.of("host", "db1")).returns("0.42");
      run.pause(Duration.ofMinutes(10));
    }

    run.verdict().warnedAtMost();
  }

  @Test
  void theSameStepsWithoutAPauseAreACycle() {
    for (int i = 0; i < 6; i++) {
      run.turn().call("rerun_job", Map.of("id", 88)).returns("");
      run.turn().call("get_conclusion", Map.of("id", 88)).returns("cancelled");
    }

    run.verdict().stopsAt(5);
  }

  @Test
  void aCommandThatSleepsWaitsForWhatIsNotThereYet() {
    for (int i = 0; i < 8; i++) {
      run.turn()
          .call("bash", Map.of("command", "sleep 60; curl -sf localhost:8080/health"))
          .failsSaying("curl: (7) Failed to connect to localhost port 8080");
    }

    run.verdict().warnedAtMost();
  }

  @Test
  void aSlowCallThatFailsAlikeDoesNotWait() {
    for (int i = 0; i < 5; i++) {
      run.pause(Duration.ofMinutes(2));
      run.turn()
          .call("bash", Map.of("command", "mvn verify"))
          .failsSaying("BUILD FAILURE: compilation of module core failed");
    }

    run.verdict().stopsAt(3);
  }

  @ParameterizedTest
  @CsvSource({"20, wait", "0, bash"})
  void aLookAfterEachWaitOfTenSecondsOrMoreWaits(int seconds, String waiting) {
    for (int i = 0; i < 6; i++) {
      run.turn().call("list_messages", Map.of("unread", true)).returns("{\"messages\": []}");
      run.turn().call(waiting, Map.of("command", "sleep 20")).returns("");
      run.pause(Duration.ofSeconds(seconds));
    }
    run.turn()
        .call("list_messages", Map.of("unread", true))
        .returns("{\"messages\": [\"481 220\"]}");

    run.verdict().silent();
  }
}
