package io.loopsentinel.it.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.LoopSentinel;
import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.OnEachJdk;
import io.loopsentinel.it.model.Script;
import io.loopsentinel.it.scenario.Outcome;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The contract of every guarded framework, for each way in which it dispatches a tool call. A
 * framework's test extends this, names the program that plays its scenarios, and says by overriding
 * a method where the framework differs. What the framework alone has is tested in the subclass.
 *
 * <p>The end of a run is the subject of {@link EndContract}, files that the agent writes instead of
 * a profile are that of {@link OwnFileContract}.
 *
 * @param <D> the ways in which the framework dispatches a tool call
 */
public abstract class FrameworkContract<D extends Enum<D>> extends FrameworkTest<D> {

  private static final int HINTED_REQUESTS = THRESHOLD + 2;
  private static final int USERS_RUNS =
      ModelBehaviour.SHARED.users() * ModelBehaviour.SHARED.rounds();

  /**
   * Creates the tests of a framework.
   *
   * @param scenarios the scenarios of the framework, the same for all tests
   */
  protected FrameworkContract(Scenarios<D> scenarios) {
    super(scenarios);
  }

  @OnEachJdk
  protected void leavesAnHonestRunAsItIs(Jdk jdk) {
    each(
        scenarios().guarded(jdk, ModelBehaviour.HEALTHY),
        this::runsTool,
        (dispatch, outcome) -> {
          assertAnswered(outcome);
          assertThat(outcome.toolRuns()).isEqualTo(4);
          assertThat(outcome.log().requests()).isEqualTo(4);
        });
  }

  @OnEachJdk
  protected void changesNothingInTheOutputOfAnHonestRun(Jdk jdk) {
    Map<D, Outcome> unguarded = scenarios().unguarded(jdk, ModelBehaviour.HEALTHY);
    each(
        scenarios().guarded(jdk, ModelBehaviour.HEALTHY),
        this::runsTool,
        (dispatch, outcome) -> assertThat(outcome).isEqualTo(unguarded.get(dispatch)));
  }

  /** The control: shows that the programs loop indeed. */
  @OnEachJdk
  protected void aLoopGoesOnWithoutTheAgent(Jdk jdk) {
    each(
        scenarios().unguarded(jdk, ModelBehaviour.LOOPING),
        dispatch -> true,
        this::assertUnguardedLoop);
  }

  /** Asserts how a loop ends without the agent: the model gives up. */
  protected void assertUnguardedLoop(D dispatch, Outcome outcome) {
    assertThat(outcome.answers()).containsExactly(Script.EXHAUSTED);
    assertThat(outcome.loopRuns()).isEqualTo(habits().patience());
  }

  /** Asserts that a loop without the agent ends by a failure of the framework's. */
  protected final void assertFrameworkEnds(Outcome outcome, int runs, String... classes) {
    assertThat(outcome.answers()).isEmpty();
    assertThat(outcome.toolRuns()).isEqualTo(runs);
    assertThat(outcome.failures().get(0).classes()).containsExactly(classes);
    assertThat(outcome.failures().get(0).loops()).isEmpty();
  }

  @OnEachJdk
  protected void aHintEndsALoopWithAnAnswer(Jdk jdk) {
    each(
        scenarios().guarded(jdk, ModelBehaviour.LOOPING),
        this::runsGuardedTool,
        (dispatch, outcome) -> {
          assertAnswered(outcome);
          int beside = callsBeside(dispatch, ModelBehaviour.LOOPING);
          int runs = outcome.loopRuns();
          assertLoopRuns(runs, beside);
          assertThat(outcome.toolRuns()).isEqualTo(runs + (runs + 1) * beside);
          assertThat(outcome.log().requests()).isEqualTo(HINTED_REQUESTS + runs - THRESHOLD);
          assertThat(outcome.log().hints())
              .singleElement()
              .asString()
              .startsWith(startOfHint(dispatch))
              .matches(LoopSentinel::isHint, "is recognised by a program")
              .contains(
                  "loop-detected: " + habits().tool() + " has already run " + runs + " times");
        });
  }

  @OnEachJdk
  protected void anAbortEndsTheRunOfAModelThatHeedsNoHint(Jdk jdk) {
    each(
        scenarios().guarded(jdk, ModelBehaviour.STUBBORN),
        this::runsGuardedTool,
        (dispatch, outcome) -> {
          int beside = callsBeside(dispatch, ModelBehaviour.STUBBORN);
          int runs = outcome.loopRuns();
          assertLoopRuns(runs, beside);
          if (beside == 0) {
            assertThat(outcome.toolRuns()).isEqualTo(THRESHOLD);
          }
          assertThat(outcome.log().hints()).hasSize(2).doesNotHaveDuplicates();
          assertThat(outcome.log().requests())
              .isEqualTo(requestsUntilAbort(dispatch) + runs - THRESHOLD);
          assertAborted(dispatch, outcome);
        });
  }

  /**
   * Asserts that the caller gets the error, and nothing else. Calls beside those of the loop may
   * push the first of them out of the window in which equal calls are counted.
   */
  protected void assertAborted(D dispatch, Outcome outcome) {
    assertFailedOnce(dispatch, outcome);
    assertThat(outcome.failures().get(0).loops())
        .singleElement()
        .satisfies(
            loop -> {
              assertThat(loop).isEqualTo(loop(habits().tool(), loop.count()));
              assertThat(loop.count())
                  .isBetween(THRESHOLD, Math.max(THRESHOLD, outcome.loopRuns()));
            });
  }

  @OnEachJdk
  protected void hintsTheCallThatLoopsAndRunsTheOtherOfTheResponse(Jdk jdk) {
    each(
        scenarios().guarded(jdk, ModelBehaviour.PAIRING),
        this::runsGuardedTool,
        (dispatch, outcome) -> {
          assertAnswered(outcome);
          int runs = outcome.loopRuns();
          assertLoopRuns(runs, 1);
          // A warning in the result of the last call that runs may end the loop as well.
          assertThat(outcome.toolRuns()).isBetween(runs + runs, runs + runs + 1);
          assertThat(outcome.log().hints()).hasSize(1);
        });
  }

  /** One more call runs if the first answer beside it came after its own, as something new. */
  private static void assertLoopRuns(int runs, int beside) {
    assertThat(runs).isBetween(THRESHOLD, THRESHOLD + Math.min(1, beside));
  }

  @OnEachJdk
  protected void countsEqualCallsOfAResponseOnce(Jdk jdk) {
    each(
        scenarios().guarded(jdk, ModelBehaviour.CROWDING),
        dispatch -> runsGuardedTool(dispatch) && countsResponses(dispatch),
        (dispatch, outcome) -> {
          assertAnswered(outcome);
          assertThat(outcome.toolRuns()).isEqualTo(THRESHOLD * 5);
          assertThat(outcome.log().hints()).hasSize(5);
        });
  }

  @OnEachJdk
  protected void keepsSessionsApart(Jdk jdk) {
    each(
        scenarios().guarded(jdk, ModelBehaviour.SHARED),
        dispatch -> true,
        (dispatch, outcome) -> {
          assertThat(outcome.failures()).isEmpty();
          assertThat(outcome.answers()).hasSize(USERS_RUNS).containsOnly(ModelBehaviour.ANSWER);
          assertThat(outcome.log().requests()).isEqualTo((THRESHOLD + 1) * USERS_RUNS);
          if (runsTool(dispatch)) {
            assertThat(outcome.loopRuns()).isEqualTo(THRESHOLD * USERS_RUNS);
            assertThat(outcome.toolRuns())
                .isEqualTo(
                    THRESHOLD * USERS_RUNS * (1 + callsBeside(dispatch, ModelBehaviour.SHARED)));
            assertThat(outcome.log().hints()).isEmpty();
          }
        });
  }

  /** The same call again is no loop while its results, read off the framework's type, change. */
  @OnEachJdk
  protected void leavesCallsAloneWhoseResultsChange(Jdk jdk) {
    each(
        scenarios().guarded(jdk, ModelBehaviour.POLLING),
        this::runsTool,
        (dispatch, outcome) -> {
          int calls = habits().polls() * USERS_RUNS;
          assertThat(outcome.failures()).isEmpty();
          assertThat(outcome.answers()).hasSize(USERS_RUNS).containsOnly(ModelBehaviour.ANSWER);
          assertThat(outcome.log().requests()).isEqualTo(calls + USERS_RUNS);
          assertThat(outcome.toolRuns()).isEqualTo(calls);
          assertThat(outcome.log().hints()).isEmpty();
          assertThat(outcome.log().warnings()).isEmpty();
        });
  }

  /** Asserts that a tool that only reads runs once in each run, and its result is given again. */
  protected final void assertReusesResults(Jdk jdk) {
    String yaml = "sentinel: {overrides: {%s: {reuse: {}}}}".formatted(habits().tool());
    each(
        scenarios().guarded(jdk, ModelBehaviour.ATTENDED, folder, yaml),
        this::runsGuardedTool,
        (dispatch, outcome) -> {
          assertThat(outcome.failures()).isEmpty();
          assertThat(outcome.answers()).hasSize(USERS_RUNS).containsOnly(ModelBehaviour.ANSWER);
          assertThat(outcome.loopRuns()).isEqualTo(USERS_RUNS);
          assertThat(outcome.log().hints())
              .hasSize((THRESHOLD - 1) * USERS_RUNS)
              .allMatch(result -> result.contains("this is the earlier result"));
        });
  }

  @OnEachJdk
  protected void saysThatAToolFailsAlike(Jdk jdk) {
    each(
        scenarios().guarded(jdk, ModelBehaviour.FAILING),
        this::runsGuardedTool,
        this::assertFailingTool);
  }

  /** Asserts what {@link #failingTool} says. */
  protected void assertFailingTool(D dispatch, Outcome outcome) {
    List<String> hints = outcome.log().hints();
    List<String> warnings = outcome.log().warnings();
    switch (failingTool(dispatch)) {
      case WARNED_IN_RESULT -> {
        assertWarnedOfFailures(dispatch, outcome, hints);
        assertThat(hints.get(0)).contains(textOfFailure(dispatch));
      }
      case WARNED_IN_REQUEST -> {
        assertWarnedOfFailures(dispatch, outcome, warnings);
        assertThat(warnings.get(0)).startsWith("loop-detected: ").contains(textOfFailure(dispatch));
      }
      case STOPPED_AFTER_WARNING_IN_RESULT -> assertStopped(dispatch, outcome, hints);
      case STOPPED_AFTER_WARNING_IN_REQUEST -> {
        assertThat(warnings).hasSize(1);
        assertStopped(dispatch, outcome, Stream.of(warnings, hints).flatMap(List::stream).toList());
      }
      case ENDS_RUN -> {
        assertThat(outcome.toolRuns()).isEqualTo(1);
        assertThat(outcome.failures().get(0).classes())
            .endsWith(IllegalStateException.class.getName());
        assertThat(outcome.failures().get(0).loops()).isEmpty();
      }
      case HIDDEN -> {}
    }
  }

  private void assertWarnedOfFailures(D dispatch, Outcome outcome, List<String> warnings) {
    assertAnswered(outcome);
    assertThat(outcome.toolRuns()).isEqualTo(3);
    assertThat(outcome.log().requests()).isEqualTo(4);
    assertThat(warnings)
        .singleElement()
        .asString()
        .contains("loop-detected: " + habits().tool() + " has failed 3 times");
  }

  /** The third failure carries the warning; the hint replaces the sixth. */
  private void assertStopped(D dispatch, Outcome outcome, List<String> texts) {
    assertAnswered(outcome);
    assertThat(outcome.toolRuns()).isEqualTo(5);
    assertThat(texts)
        .satisfiesExactly(
            warning ->
                assertThat(warning)
                    .contains(
                        textOfFailure(dispatch),
                        "loop-detected: " + habits().tool() + " has failed 3 times")
                    .doesNotContain("was not run"),
            hint ->
                assertThat(hint)
                    .contains(
                        habits().tool() + " has failed 5 times",
                        textOfFailure(dispatch),
                        "was not run"));
  }

  @OnEachJdk
  protected void saysThatAToolDoesNotExist(Jdk jdk) {
    each(
        scenarios().guarded(jdk, ModelBehaviour.GUESSING),
        this::isGuarded,
        this::assertUnknownTool);
  }

  /** Asserts what {@link #unknownTool} says. */
  protected void assertUnknownTool(D dispatch, Outcome outcome) {
    String hint = "loop-detected: " + habits().unknownTool();
    String warning = hint + " has failed 3 times";
    switch (unknownTool(dispatch)) {
      case HINTED -> assertToldOfUnknownTool(dispatch, outcome, 5, hint);
      case HINTED_IN_REQUEST -> {
        assertToldOfUnknownTool(dispatch, outcome, 5, hint);
        assertThat(outcome.log().warnings()).hasSize(1);
      }
      case WARNED_IN_RESULT -> {
        assertToldOfUnknownTool(dispatch, outcome, 4, warning);
        assertThat(outcome.log().hints()).hasSize(1);
      }
      case WARNED_IN_REQUEST -> {
        assertToldOfUnknownTool(dispatch, outcome, 4, warning);
        assertThat(outcome.log().warnings()).hasSize(1);
      }
      case ENDS_RUN -> {
        assertThat(outcome.log().requests()).isEqualTo(1);
        assertThat(outcome.failures()).hasSize(1);
        assertThat(outcome.failures().get(0).loops()).isEmpty();
      }
    }
  }

  private void assertToldOfUnknownTool(D dispatch, Outcome outcome, int requests, String text) {
    assertAnswered(outcome);
    assertThat(outcome.log().requests()).isEqualTo(requests);
    assertThat(Stream.of(outcome.log().hints(), outcome.log().warnings()).flatMap(List::stream))
        .singleElement()
        .asString()
        .contains(answerToUnknownTool(dispatch), text);
  }

  @OnEachJdk
  protected void tellsAModelThatRepeatsItsWords(Jdk jdk) {
    each(
        scenarios().guarded(jdk, ModelBehaviour.CHATTING),
        dispatch -> runsGuardedTool(dispatch) && readsTurns(dispatch),
        (dispatch, outcome) -> {
          // The first calls are new; the turns after them are compared.
          int calls = habits().volumes() + 4;
          // What is said beside the calls may be a part of an answer that is streamed.
          assertThat(outcome.answers()).singleElement().asString().endsWith(ModelBehaviour.ANSWER);
          assertThat(outcome.toolRuns())
              .isEqualTo(calls * (1 + callsBeside(dispatch, ModelBehaviour.CHATTING)));
          assertThat(outcome.log().requests()).isEqualTo(calls + 1);
          assertThat(outcome.log().warnings())
              .singleElement()
              .asString()
              .contains("You have said nearly the same 4 times in a row");
        });
  }
}
