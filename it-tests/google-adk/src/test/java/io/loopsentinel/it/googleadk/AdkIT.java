package io.loopsentinel.it.googleadk;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.it.contract.FrameworkContract;
import io.loopsentinel.it.contract.ModelBehaviour;
import io.loopsentinel.it.harness.FullMatrix;
import io.loopsentinel.it.harness.JavaProgram;
import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.NewestVersion;
import io.loopsentinel.it.harness.OnEachJdk;
import io.loopsentinel.it.model.Script;
import io.loopsentinel.it.scenario.Outcome;
import java.io.File;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The guard on Google ADK. */
class AdkIT extends FrameworkContract<Dispatch> {

  AdkIT() {
    super(AdkApplication.SCENARIOS);
  }

  @Override
  protected FailingTool failingTool(Dispatch dispatch) {
    return FailingTool.WARNED_IN_RESULT;
  }

  /** ADK answers what a method throws, and does not say what it was; a callback says it. */
  @Override
  protected String textOfFailure(Dispatch dispatch) {
    return switch (dispatch) {
      case CALLED, STREAMED, CONCURRENT -> "An internal error occurred";
      case ASYNCHRONOUS -> super.textOfFailure(dispatch);
      case CALLBACK -> "\"error\":\"The catalogue is closed\"";
    };
  }

  /** The warning is a part of the result. */
  @Override
  protected void assertFailingTool(Dispatch dispatch, Outcome outcome) {
    super.assertFailingTool(dispatch, outcome);
    assertThat(outcome.log().hints().get(0)).contains("\"warning\":\"loop-detected: search");
  }

  /**
   * ADK passes over calls of unknown tools and asks the model the same again, so there is no result
   * to replace. In 1.0 they end the run.
   */
  @Override
  protected UnknownTool unknownTool(Dispatch dispatch) {
    return Adk.ASKS_AGAIN_AFTER_UNKNOWN_TOOLS
        ? UnknownTool.HINTED_IN_REQUEST
        : UnknownTool.ENDS_RUN;
  }

  @Override
  protected void assertUnknownTool(Dispatch dispatch, Outcome outcome) {
    super.assertUnknownTool(dispatch, outcome);
    assertThat(outcome.log().warnings())
        .allSatisfy(warning -> assertThat(warning).startsWith("loop-detected: find"));
  }

  /** The scripted model of Google says nothing beside its calls. */
  @Override
  protected boolean readsTurns(Dispatch dispatch) {
    return false;
  }

  @OnEachJdk
  void treatsUnknownToolsByItselfWithoutTheAgent(Jdk jdk) {
    each(
        scenarios().unguarded(jdk, ModelBehaviour.GUESSING),
        dispatch -> true,
        (dispatch, outcome) -> {
          if (Adk.ASKS_AGAIN_AFTER_UNKNOWN_TOOLS) {
            assertThat(outcome.answers()).containsExactly(Script.EXHAUSTED);
          } else {
            assertThat(outcome)
                .isEqualTo(scenarios().guarded(jdk, ModelBehaviour.GUESSING).get(dispatch));
            assertThat(outcome.failures().get(0).classes())
                .startsWith("com.google.common.base.VerifyException");
          }
        });
  }

  @OnEachJdk
  void endsTheRunOfAModelThatGoesOnToCallAnUnknownTool(Jdk jdk) {
    assertUnknownToolEndsRun(jdk, dispatch -> Adk.ASKS_AGAIN_AFTER_UNKNOWN_TOOLS);
  }

  @OnEachJdk
  void marksTheEventOfAHint(Jdk jdk) {
    assertThat(
            JavaProgram.ofMain(MarkedHintProgram.class)
                .on(jdk)
                .agent()
                .run(Duration.ofMinutes(5))
                .standardOutput()
                .lines())
        .containsExactly("[]", "[]", "[]", "[Optional[io.loopsentinel/hint]]");
  }

  @OnEachJdk(17)
  void namesTheAgentInItsEvents(Jdk jdk) {
    assertThat(agentsOfLoops(jdk)).containsExactly("librarian");
  }

  /** ADK brings Byte Buddy 1.14, which cannot read the class files of newer JDKs. */
  @Test
  void playsAllScenariosWithTheByteBuddyOfTheFramework() {
    assertThat(System.getProperty("java.class.path").split(File.pathSeparator))
        .filteredOn(entry -> entry.contains("byte-buddy"))
        .singleElement()
        .asString()
        .endsWith("byte-buddy-1.14.9.jar");
  }

  /** Each response is one turn, the last one included, in however many pieces. */
  @OnEachJdk(17)
  @FullMatrix
  void letsARunOfFourResponsesHaveFourTurns(Jdk jdk) {
    each(
        scenarios().guarded(jdk, ModelBehaviour.HEALTHY, folder, "sentinel: {budget: {turns: 4}}"),
        dispatch -> true,
        (dispatch, outcome) -> assertAnswered(outcome));
  }

  @OnEachJdk(17)
  @FullMatrix
  void refusesTheFourthRequestIfThreeTurnsAreAllowed(Jdk jdk) {
    assertEndedByBudget(jdk, ModelBehaviour.HEALTHY, "{turns: 3}", dispatch -> 3, dispatch -> 4);
  }

  @OnEachJdk(17)
  @FullMatrix
  void countsTheTokensOfAResponse(Jdk jdk) {
    assertEndedByBudget(jdk, ModelBehaviour.HEALTHY, "{tokens: 10}", dispatch -> 1, dispatch -> 0);
  }

  /** The conversation of the aborted run has an answer to its last call. */
  @NewestVersion
  @OnEachJdk(17)
  void letsAPersonDecide(Jdk jdk) {
    assertCallsWaitForAPerson(jdk, List.of("This call was not run. The run is ended."));
  }

  @NewestVersion
  @OnEachJdk(17)
  void givesTheResultOfAToolThatOnlyReadsAgain(Jdk jdk) {
    assertReusesResults(jdk);
  }
}
