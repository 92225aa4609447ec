package io.loopsentinel.engine.work;

import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

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
  void aSlowCallThatFailsAlikeDoesNotWait() {
    for (int i = 0; i < 5; i++) {
      run.pause(Duration.ofMinutes(2));
      run.turn()
          .call("bash", Map.of("command", "mvn verify"))
          .failsSaying("BUILD FAILURE: compilation of module core failed");
    }

    run.verdict().stopsAt(3);
  }
}
