package io.loopsentinel.it.googleadk;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.ToolLoopError;
import io.loopsentinel.it.contract.ModelBehaviour;
import io.loopsentinel.it.googleadk.WorkflowProgram.Result;
import io.loopsentinel.it.harness.JavaProgram;
import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.OnEachJdk;
import io.loopsentinel.it.scenario.Loop;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Agents that work together. */
class WorkflowIT {

  private static final Duration LIMIT = Duration.ofMinutes(3);
  private static final Map<Jdk, List<Result>> GUARDED = new ConcurrentHashMap<>();

  @OnEachJdk
  void hintsAnAgentThatAsksTheSameOfAnAgentAgainAndAgain(Jdk jdk) {
    Result result = result(jdk, Workflow.LOOPING_MANAGER);

    assertThat(result.answers()).containsExactly(ModelBehaviour.ANSWER);
    assertThat(result.manager().hints())
        .singleElement()
        .asString()
        .contains("librarian has already run 3 times");
    assertThat(result.toolRuns()).isEqualTo(3);
    assertThat(result.librarian().hints()).isEmpty();
  }

  @OnEachJdk
  void hintsAnAgentThatIsAToolAboutItsOwnTools(Jdk jdk) {
    Result result = result(jdk, Workflow.LOOPING_LIBRARIAN);

    assertThat(result.answers()).containsExactly(ModelBehaviour.ANSWER);
    assertThat(result.librarian().hints())
        .singleElement()
        .asString()
        .contains("search has already run 3 times");
    assertThat(result.toolRuns()).isEqualTo(3);
    assertThat(result.manager().hints()).isEmpty();
  }

  @OnEachJdk
  void leavesAnAgentAloneThatIsAskedFourQuestionsAndMakesTheSameCallForEach(Jdk jdk) {
    Result result = result(jdk, Workflow.HEALTHY_MANAGER);

    assertThat(result.answers()).containsExactly(ModelBehaviour.ANSWER);
    assertThat(result.toolRuns()).isEqualTo(4);
    assertThat(result.manager().hints()).isEmpty();
    assertThat(result.librarian().hints()).isEmpty();
  }

  @OnEachJdk
  void leavesParallelAgentsAloneWhoMakeTheSameCallEach(Jdk jdk) {
    Result result = result(jdk, Workflow.PARALLEL);

    assertThat(result.failures()).isEmpty();
    assertThat(result.toolRuns()).isEqualTo(5);
    assertThat(result.librarian().hints()).isEmpty();
  }

  @OnEachJdk
  void endsALoopOfAgentsThatMakesTheSameCallInEachRound(Jdk jdk) {
    Result result = result(jdk, Workflow.REPEATED_CALL);

    assertThat(result.toolRuns()).isEqualTo(3);
    assertThat(result.librarian().hints()).hasSize(2);
    assertThat(result.failures().get(0).loops())
        .containsExactly(new Loop(ToolLoopError.Status.LOOP_DETECTED, "search", 3, "repeat"));
  }

  @OnEachJdk
  void endsALoopOfAgentsThatSaysTheSameInEachRound(Jdk jdk) {
    Result result = result(jdk, Workflow.REPEATED_ANSWER);

    assertThat(result.librarian().requests()).isEqualTo(6);
    assertThat(result.librarian().warnings()).hasSize(2);
    assertThat(result.failures().get(0).loops())
        .containsExactly(new Loop(ToolLoopError.Status.LOOP_DETECTED, "", 5, "similar_turns"));
  }

  private static Result result(Jdk jdk, Workflow workflow) {
    return GUARDED.computeIfAbsent(jdk, WorkflowIT::run).stream()
        .filter(result -> result.workflow() == workflow)
        .findFirst()
        .orElseThrow();
  }

  private static List<Result> run(Jdk jdk) {
    return JavaProgram.ofMain(WorkflowProgram.class)
        .on(jdk)
        .jvmOptions(JavaProgram.QUICK_START)
        .arguments(Arrays.stream(Workflow.values()).map(Enum::name).toArray(String[]::new))
        .agent()
        .run(LIMIT)
        .successful()
        .jsonLines(Result.class);
  }
}
