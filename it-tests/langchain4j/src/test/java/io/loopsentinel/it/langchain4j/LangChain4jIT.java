package io.loopsentinel.it.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.loopsentinel.ToolLoopError;
import io.loopsentinel.it.contract.Behaviour;
import io.loopsentinel.it.contract.FrameworkContract;
import io.loopsentinel.it.contract.ModelBehaviour;
import io.loopsentinel.it.harness.FullMatrix;
import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.OnEachJdk;
import io.loopsentinel.it.harness.ProgramResult;
import io.loopsentinel.it.scenario.Outcome;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** The guard on each version of LangChain4j. */
@ParameterizedClass
@MethodSource("io.loopsentinel.it.langchain4j.Version#tested")
class LangChain4jIT extends FrameworkContract<Dispatch> {

  private static final String ALIKE = "It is the agent's, and the same in each version";

  private final Version version;

  LangChain4jIT(Version version) {
    super(LangChain4jApplication.scenarios(version));
    this.version = version;
  }

  @AfterParameterizedClassInvocation
  static void endProgramsOfVersion() {
    endPrograms();
  }

  /** Up to 1.3 nothing but the AI service itself calls a lambda. */
  @Override
  protected boolean isGuarded(Dispatch dispatch) {
    return dispatch != Dispatch.LAMBDA || version.isSince(Version.V1_4);
  }

  @Override
  protected int callsBeside(Dispatch dispatch, Behaviour behaviour) {
    return dispatch == Dispatch.CONCURRENT ? 1 : 0;
  }

  /** Where LangChain4j executes the tool on the caller's thread, the caller gets the bare error. */
  @Override
  protected String classesOfAbort(Dispatch dispatch) {
    // Before 1.0 it has to be an exception: on a client's thread, an error reaches nobody.
    return dispatch == Dispatch.EXECUTOR
            || dispatch == Dispatch.SYNCHRONOUS && version.isSince(Version.V1_0)
        ? ToolLoopError.class.getName()
        : ".+";
  }

  /** A stream has no limit in older versions. */
  @Override
  protected void assertUnguardedLoop(Dispatch dispatch, Outcome outcome) {
    if (dispatch == Dispatch.STREAMING && !version.isSince(Version.NEWEST)) {
      super.assertUnguardedLoop(dispatch, outcome);
    } else {
      assertFrameworkEnds(
          outcome,
          LangChain4jApplication.ROUND_TRIPS * (1 + callsBeside(dispatch, ModelBehaviour.LOOPING)),
          RuntimeException.class.getName());
    }
  }

  /**
   * Up to 1.3, what an executor of the application throws ends the run; and so it does in 1.4,
   * which asks it for a cause that it does not have.
   */
  @Override
  protected FailingTool failingTool(Dispatch dispatch) {
    boolean ofApplication = dispatch == Dispatch.EXECUTOR || dispatch == Dispatch.LAMBDA;
    return ofApplication && version != Version.NEWEST
        ? FailingTool.HIDDEN
        : FailingTool.WARNED_IN_RESULT;
  }

  @Override
  protected String textOfFailure(Dispatch dispatch) {
    return SearchTool.FAILURE;
  }

  /** In 0.36, no warning reaches a request that blocks. */
  @Override
  protected boolean readsTurns(Dispatch dispatch) {
    return version.isSince(Version.V1_0) || dispatch == Dispatch.STREAMING;
  }

  /** Without a strategy for such tools; see {@link UnknownToolIT}. */
  @Override
  protected UnknownTool unknownTool(Dispatch dispatch) {
    return UnknownTool.ENDS_RUN;
  }

  @Override
  @OnEachJdk
  protected void saysThatAToolDoesNotExist(Jdk jdk) {
    assumeTrue(version == Version.NEWEST, "A stream of older versions has no end then");
    super.saysThatAToolDoesNotExist(jdk);
  }

  @FullMatrix
  @OnEachJdk(17)
  void namesTheAgentInItsEvents(Jdk jdk) {
    assertThat(agentsOfLoops(jdk)).containsExactly("Assistant", "Streaming");
  }

  @OnEachJdk
  void saysInAnHonestRunOnlyWhatItGuards(Jdk jdk) {
    ProgramResult result = played(jdk, ModelBehaviour.HEALTHY);

    assertThat(result.agentLines())
        .allMatch(line -> line.contains(" watches for ") || line.startsWith("guards "));
    assertThat(result.applicationErrorLines()).isEmpty();
  }

  private ProgramResult played(Jdk jdk, Behaviour... behaviours) {
    return LangChain4jApplication.program(version, true)
        .on(jdk)
        .agent()
        .arguments(Stream.of(behaviours).map(Behaviour::name).toArray(String[]::new))
        .run(Duration.ofMinutes(2))
        .successful();
  }

  /** By default, not every equal failure counts; and loops add nothing to standard output. */
  @FullMatrix
  @OnEachJdk(17)
  void warnsOfCallsThatAreNearlyEqualAndFailAlikeByDefault(Jdk jdk) {
    ProgramResult result =
        played(
            jdk,
            ModelBehaviour.LOOPING,
            ModelBehaviour.STUBBORN,
            LangChain4jBehaviour.FAILING_AT_LENGTH);

    assertThat(result.standardOutput().lines()).allMatch(line -> line.startsWith("{"));
    each(
        result.jsonLines(Outcome.class).stream()
            .filter(each -> each.behaviour().equals("FAILING_AT_LENGTH"))
            .collect(Collectors.toMap(each -> Dispatch.valueOf(each.dispatch()), each -> each)),
        dispatch -> failingTool(dispatch) != FailingTool.HIDDEN,
        (dispatch, outcome) -> {
          assertAnswered(outcome);
          assertThat(outcome.toolRuns()).isEqualTo(3);
          assertThat(outcome.log().requests()).isEqualTo(4);
          assertThat(outcome.log().hints())
              .singleElement()
              .asString()
              .startsWith(SearchTool.FAILURE)
              .contains("loop-detected: search");
        });
  }

  @OnEachJdk(17)
  void throwsTheErrorInsteadOfTheFourthCallIfAbortIsTheAction(Jdk jdk) {
    assumeTrue(version == Version.NEWEST, ALIKE);
    each(
        scenarios()
            .guarded(jdk, ModelBehaviour.LOOPING, folder, "sentinel: {default: {action: abort}}"),
        this::isGuarded,
        (dispatch, outcome) -> {
          assertThat(outcome.loopRuns()).isEqualTo(3);
          assertThat(outcome.log().hints()).isEmpty();
          assertAborted(dispatch, outcome);
        });
  }

  @OnEachJdk(17)
  @FullMatrix
  void letsAPersonDecide(Jdk jdk) {
    assumeTrue(version == Version.NEWEST, ALIKE);
    assertCallsWaitForAPerson(jdk, List.of());
  }

  @OnEachJdk(17)
  @FullMatrix
  void givesTheResultOfAToolThatOnlyReadsAgain(Jdk jdk) {
    assumeTrue(version == Version.NEWEST, ALIKE);
    assertReusesResults(jdk);
  }
}
