package io.loopsentinel.tools.inspect;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.nio.file.Path;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Runs that no method loops over are known by an object that each has of its own. */
class ProposedStepsTest {

  @Test
  void aStepOfAnIteratorIsOfTheIteratorsSession() {
    assertThat(inForce("iterator"))
        .contains("method: next")
        .contains("      session: instance\n      reset: false\n");
  }

  @Test
  void aStepThatIsAskedForFromOutsideIsOfTheObjectThatHoldsItsHistory() {
    assertThat(inForce("stepper"))
        .contains("method: step")
        .contains("      session: instance\n      reset: false\n");
  }

  @Test
  void objectWithSharedHistoryDoesNotIdentifyRuns() {
    assertThat(inForce("stepworker")).contains("kind: tool").doesNotContain("kind: run");
    assertThat(proposed("stepworker")).contains("is a comment: several runs may share the object");
  }

  @Test
  void aStepOfARecursionIsOfTheObjectThatIsHandedDown() {
    assertThat(inForce("recursion"))
        .contains("method: act")
        .contains("      session: identity(arg0)\n      reset: false\n");
  }

  @Test
  void stepsAreInForceBesideARunOfAnotherWay() {
    assertThat(inForce("bothways"))
        .contains("      method: answer\n")
        .contains("      method: act\n");
  }

  @Test
  void aStepMayBeALambdaExpressionThatIsCalledLater() {
    assertThat(inForce("bothways"))
        .containsPattern("method: lambda.act.\\d\n(.*\n){2} +session: identity.arg0.\n");
  }

  @Test
  void objectPassedOnTwiceDoesNotIdentifyRuns() {
    assertThat(inForce("sharedstate")).contains("kind: tool").doesNotContain("kind: run");
  }

  @Test
  void objectCreatedByEachStepDoesNotIdentifyRuns() {
    assertThat(inForce("eachresponse")).contains("kind: tool").doesNotContain("kind: run");
  }

  @Test
  void sharedObjectDoesNotIdentifyRuns() {
    assertThat(inForce("serverloop")).contains("kind: tool").doesNotContain("kind: run");
  }

  private static String inForce(String shape) {
    return proposed(shape).replaceAll("(?m)^ *#.*\n", "");
  }

  private static String proposed(String shape) {
    Path folder =
        Path.of(
            URI.create(
                Objects.requireNonNull(
                        ProposedStepsTest.class.getResource("/com/acme/shapes/" + shape))
                    .toString()));
    return InspectInvocation.of(folder.toString()).out();
  }
}
