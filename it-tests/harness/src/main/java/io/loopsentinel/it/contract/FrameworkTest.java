package io.loopsentinel.it.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.ToolLoopError;
import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.scenario.AuditedEvents;
import io.loopsentinel.it.scenario.Loop;
import io.loopsentinel.it.scenario.Outcome;
import java.io.File;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;

/**
 * The base of the tests of a framework: in which ways it differs from others, and assertions for
 * tests of its own.
 *
 * @param <D> the ways in which the framework dispatches a tool call
 */
abstract class FrameworkTest<D extends Enum<D>> {

  /** Every call of a loop runs so often; the next one is answered with a hint. */
  static final int THRESHOLD = 3;

  private static final String ASKING =
      "sentinel:\n  default: {threshold: 2, escalation: [ask, abort]}\n";

  /** A folder for configurations and what the agent writes. */
  @TempDir protected File folder;

  private final Scenarios<D> scenarios;

  /** What the model reads of a tool that fails alike, and what it does. */
  protected enum FailingTool {
    /** The third result carries the warning, which ends the loop. */
    WARNED_IN_RESULT,
    /** The next request carries the warning, which ends the loop. */
    WARNED_IN_REQUEST,
    /** The third result carries the warning; the sixth call is not run. */
    STOPPED_AFTER_WARNING_IN_RESULT,
    /** The next request carries the warning; the sixth call is not run. */
    STOPPED_AFTER_WARNING_IN_REQUEST,
    /** The framework itself ends the run at the first failure. */
    ENDS_RUN,
    /** The framework makes something else of a failure, so that nothing is promised. */
    HIDDEN
  }

  /** What the model reads of a tool that does not exist. */
  protected enum UnknownTool {
    /** The result of the fourth call is a hint. */
    HINTED,
    /** The third result carries the warning. */
    WARNED_IN_RESULT,
    /** The request after the third call carries the warning. */
    WARNED_IN_REQUEST,
    /** The framework answers no such call: the request after the fourth carries the hint. */
    HINTED_IN_REQUEST,
    /** The framework itself ends the run at the first call. */
    ENDS_RUN
  }

  /**
   * Creates the tests of a framework.
   *
   * @param scenarios the scenarios of the framework, the same for all tests
   */
  FrameworkTest(Scenarios<D> scenarios) {
    this.scenarios = scenarios;
  }

  protected final Scenarios<D> scenarios() {
    return scenarios;
  }

  protected final Habits habits() {
    return scenarios.habits();
  }

  /** Returns whether the calls of the model come to a tool. */
  protected boolean runsTool(D dispatch) {
    return true;
  }

  protected boolean isGuarded(D dispatch) {
    return true;
  }

  /** Returns the number of calls that the model adds to each response with a single call. */
  protected int callsBeside(D dispatch, Behaviour behaviour) {
    return 0;
  }

  protected String startOfHint(D dispatch) {
    return "";
  }

  /**
   * Returns the classes of the failure after an abort as a regular expression: their names from the
   * outermost to the root cause, a space between each.
   */
  protected String classesOfAbort(D dispatch) {
    return ToolLoopError.class.getName();
  }

  /** Returns the number of requests of a model that does not heed hints. */
  protected int requestsUntilAbort(D dispatch) {
    return THRESHOLD + 3;
  }

  /** Returns the text that the model reads if a tool fails repeatedly. */
  protected abstract FailingTool failingTool(D dispatch);

  /** Returns the text of a failure that the model reads beside the warning. */
  protected String textOfFailure(D dispatch) {
    return "The catalogue is closed";
  }

  /** Returns the text that the model reads if it calls an unknown tool. */
  protected abstract UnknownTool unknownTool(D dispatch);

  /** Returns the framework's own answer to a call of a tool that does not exist. */
  protected String answerToUnknownTool(D dispatch) {
    return "";
  }

  /** Returns whether equal calls of one response count once. */
  protected boolean countsResponses(D dispatch) {
    return true;
  }

  /** Returns whether a turn's text is read, and the next request can carry a warning. */
  protected boolean readsTurns(D dispatch) {
    return true;
  }

  @AfterAll
  protected static void endPrograms() {
    Scenarios.endPrograms();
  }

  /** Asserts that a model that goes on calling an unknown tool has its run ended by the error. */
  protected final void assertUnknownToolEndsRun(Jdk jdk, Predicate<D> dispatches) {
    each(
        scenarios().guarded(jdk, ModelBehaviour.STUBBORNLY_GUESSING),
        dispatches,
        (dispatch, outcome) -> {
          assertThat(outcome.log().requests()).isEqualTo(THRESHOLD + 3);
          assertThat(outcome.failures()).hasSize(1);
          assertThat(outcome.failures().get(0).loops())
              .containsExactly(loop(habits().unknownTool()));
        });
  }

  /** Asserts that a model is warned in a result itself if its calls find the same. */
  protected final void assertStagnationIsReported(
      Jdk jdk, Behaviour behaviour, int results, Predicate<D> dispatches) {
    each(
        scenarios().guarded(jdk, behaviour),
        dispatches,
        (dispatch, outcome) -> {
          assertAnswered(outcome);
          int beside = callsBeside(dispatch, behaviour);
          int responses = outcome.log().requests() - 1;
          // Concurrent calls whose outcomes are still to come count later.
          assertThat(responses).isBetween(results, results + 2 * beside);
          assertThat(outcome.toolRuns()).isEqualTo(responses * (1 + beside));
          assertThat(outcome.log().hints())
              .singleElement()
              .asString()
              .contains("A river between two hills", "loop-detected: ");
        });
  }

  /** Asserts that the third round of the six calls of a stream is found, and none of its words. */
  protected final void assertStreamIsJudgedByItsCalls(Jdk jdk, D streamed) {
    each(
        scenarios().guarded(jdk, ModelBehaviour.CHATTING),
        streamed::equals,
        (dispatch, outcome) -> {
          assertThat(outcome.log().warnings()).isEmpty();
          assertThat(outcome.log().hints())
              .hasSize(2)
              .allSatisfy(
                  hint ->
                      assertThat(hint).contains("(1) search, (2) search", "come round 3 times"));
          assertFailedOnce(dispatch, outcome);
        });
  }

  /** Asserts that a tool by which the framework ends a run is hinted if it fails repeatedly. */
  protected final void assertToolOfFrameworkIsHinted(
      Jdk jdk, Behaviour garbling, Predicate<D> dispatches, String tool) {
    each(
        scenarios().guarded(jdk, garbling),
        dispatches,
        (dispatch, outcome) -> {
          assertAnswered(outcome);
          assertThat(outcome.log().requests()).isEqualTo(5);
          assertThat(outcome.log().hints())
              .satisfiesExactly(
                  warning -> assertThat(warning).doesNotContain("was not run"),
                  hint -> assertThat(hint).contains(tool, "was not run"));
        });
  }

  /** Asserts that the caller gets one failure, of the expected classes. */
  protected final void assertFailedOnce(D dispatch, Outcome outcome) {
    assertThat(outcome.answers()).isEmpty();
    assertThat(outcome.failures()).hasSize(1);
    assertThat(String.join(" ", outcome.failures().get(0).classes()))
        .matches(classesOfAbort(dispatch));
  }

  /**
   * Asserts that the third call of each of two users waits for a person until both do; then one
   * runs, and the other is aborted; and so for their second questions.
   *
   * @param hints what the model reads of the aborted calls
   */
  protected final void assertCallsWaitForAPerson(Jdk jdk, List<String> hints) {
    each(
        scenarios().guarded(jdk, ModelBehaviour.ATTENDED, folder, ASKING),
        this::isGuarded,
        (dispatch, outcome) -> {
          assertThat(outcome.answers())
              .containsExactly(ModelBehaviour.ANSWER, ModelBehaviour.ANSWER);
          assertThat(outcome.failures()).hasSize(2);
          assertThat(outcome.failures()).flatExtracting(failure -> failure.loops()).hasSize(2);
          assertThat(outcome.loopRuns()).isEqualTo(10);
          if (callsBeside(dispatch, ModelBehaviour.ATTENDED) == 0) {
            assertThat(outcome.toolRuns()).isEqualTo(10);
          }
          assertThat(outcome.log().hints())
              .zipSatisfy(hints, (hint, expected) -> assertThat(hint).contains(expected));
        });
  }

  /**
   * Asserts that a budget ends the run.
   *
   * @param budget the settings of the budget, in braces
   * @param requests the number of requests that the model answers
   * @param runs the number of calls that run
   */
  protected final void assertEndedByBudget(
      Jdk jdk,
      Behaviour behaviour,
      String budget,
      ToIntFunction<D> requests,
      ToIntFunction<D> runs) {
    each(
        scenarios().guarded(jdk, behaviour, folder, "sentinel: {budget: " + budget + "}"),
        this::runsTool,
        (dispatch, outcome) -> {
          assertThat(outcome.log().requests()).isEqualTo(requests.applyAsInt(dispatch));
          assertThat(outcome.toolRuns()).isEqualTo(runs.applyAsInt(dispatch));
          assertBudgetIsSpent(dispatch, outcome);
        });
  }

  /** Asserts that the caller gets the error of a budget. */
  protected void assertBudgetIsSpent(D dispatch, Outcome outcome) {
    assertThat(outcome.failures()).isNotEmpty();
    assertThat(outcome.failures().get(0).loops())
        .singleElement()
        .satisfies(
            loop -> {
              assertThat(loop.status()).isEqualTo(ToolLoopError.Status.LOOP_DETECTED);
              assertThat(loop.detector()).isEqualTo("budget");
            });
  }

  /** Returns the names of the agents in the events of loops, empty for an event without one. */
  protected final Set<String> agentsOfLoops(Jdk jdk) {
    scenarios().guarded(jdk, ModelBehaviour.LOOPING, folder, AuditedEvents.config(folder));
    return AuditedEvents.of(folder).of("loop.detected").label("agent");
  }

  /** Asserts the outcome of each way of dispatch; reports all that differ. */
  protected final void each(
      Map<D, Outcome> outcomes, Predicate<D> dispatches, BiConsumer<D, Outcome> expected) {
    Assertions.assertAll(
        outcomes.keySet().stream()
            .filter(dispatches)
            .map(dispatch -> (Executable) () -> one(dispatch, outcomes.get(dispatch), expected)));
  }

  private static <D> void one(D dispatch, Outcome outcome, BiConsumer<D, Outcome> expected) {
    try {
      expected.accept(dispatch, outcome);
    } catch (AssertionError | RuntimeException e) {
      throw new AssertionError(outcome + "\n" + e.getMessage(), e);
    }
  }

  /** Returns the error of a call that loops. */
  protected static Loop loop(String tool) {
    return loop(tool, THRESHOLD);
  }

  static Loop loop(String tool, int count) {
    return new Loop(ToolLoopError.Status.LOOP_DETECTED, tool, count, "repeat");
  }

  /** Asserts that the one question is answered. */
  protected static void assertAnswered(Outcome outcome) {
    assertThat(outcome.answers()).containsExactly(ModelBehaviour.ANSWER);
  }

  /** Returns whether the calls of the model come to a tool that the agent can guard. */
  final boolean runsGuardedTool(D dispatch) {
    return runsTool(dispatch) && isGuarded(dispatch);
  }
}
