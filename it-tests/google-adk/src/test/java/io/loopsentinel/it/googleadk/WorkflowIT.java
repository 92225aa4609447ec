package io.loopsentinel.it.googleadk;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.loopsentinel.ToolLoopError;
import io.loopsentinel.it.googleadk.WorkflowProgram.Result;
import io.loopsentinel.it.harness.JavaProgram;
import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.OnEachJdk;
import io.loopsentinel.it.harness.ProgramResult;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Agents that work together. */
class WorkflowIT {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Duration LIMIT = Duration.ofMinutes(3);
  private static final Map<Jdk, ProgramResult> GUARDED = new ConcurrentHashMap<>();

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
        .containsExactly(
            new Outcome.Loop(ToolLoopError.Status.CALL_ABORTED, "search", 3, "repeat"));
  }

  @OnEachJdk
  void endsALoopOfAgentsThatSaysTheSameInEachRound(Jdk jdk) {
    Result result = result(jdk, Workflow.REPEATED_ANSWER);

    assertThat(result.librarian().requests()).isEqualTo(6);
    assertThat(result.librarian().warnings()).hasSize(2);
    assertThat(result.failures().get(0).loops())
        .containsExactly(
            new Outcome.Loop(ToolLoopError.Status.LOOP_DETECTED, "", 5, "similar_turns"));
  }

  private static Result result(Jdk jdk, Workflow workflow) {
    return GUARDED
        .computeIfAbsent(jdk, WorkflowIT::run)
        .standardOutput()
        .lines()
        .filter(line -> line.startsWith("{"))
        .map(WorkflowIT::read)
        .filter(result -> result.workflow() == workflow)
        .findFirst()
        .orElseThrow();
  }

  private static ProgramResult run(Jdk jdk) {
    ProgramResult result =
        JavaProgram.ofMain(WorkflowProgram.class)
            .on(jdk)
            .jvmOptions(Scenarios.QUICK_START)
            .arguments(Arrays.stream(Workflow.values()).map(Enum::name).toArray(String[]::new))
            .agent()
            .run(LIMIT);
    assertThat(result.exitCode()).as("exit code of%n%s", result).isZero();
    return result;
  }

  private static Result read(String line) {
    try {
      return JSON.readValue(line, Result.class);
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException("Not a result: " + line, e);
    }
  }
}
