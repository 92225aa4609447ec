package io.loopsentinel.it.quarkus;

import static io.loopsentinel.it.quarkus.QuarkusScenarios.SCENARIOS;
import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.ToolLoopError;
import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.OnEachJdk;
import io.loopsentinel.it.scenario.Failure;
import io.loopsentinel.it.scenario.Loop;
import io.loopsentinel.it.scenario.Outcome;
import jakarta.ws.rs.ServerErrorException;
import java.util.List;
import java.util.concurrent.CompletionException;

/** Where the model does not listen to two hints, its caller does not wait for an answer. */
class AbortedLoopIT {

  private static final List<Loop> LOOP =
      List.of(new Loop(ToolLoopError.Status.LOOP_DETECTED, "search", 3, "repeat"));

  @OnEachJdk
  void throwsTheBareErrorToTheCallerOfARun(Jdk jdk) {
    assertThat(aborted(jdk, Dispatch.CALLED, 6))
        .isEqualTo(new Failure(List.of(ToolLoopError.class.getName()), LOOP));
  }

  @OnEachJdk
  void throwsTheBareErrorPastGuardrails(Jdk jdk) {
    assertThat(aborted(jdk, Dispatch.WRAPPED, 6))
        .isEqualTo(new Failure(List.of(ToolLoopError.class.getName()), LOOP));
  }

  @OnEachJdk
  void throwsTheBareErrorWhereTheToolIsOnAVirtualThread(Jdk jdk) {
    VirtualThreads.assumeOn(jdk);
    assertThat(aborted(jdk, Dispatch.VIRTUAL_THREAD, 6))
        .isEqualTo(new Failure(List.of(ToolLoopError.class.getName()), LOOP));
  }

  /** Mutiny wraps an error for whoever waits. */
  @OnEachJdk
  void failsAStreamWithTheError(Jdk jdk) {
    assertThat(aborted(jdk, Dispatch.STREAMED, 6))
        .isEqualTo(
            new Failure(
                List.of(CompletionException.class.getName(), ToolLoopError.class.getName()), LOOP));
  }

  @OnEachJdk
  void answersARequestWithTheStatusOfAnErrorOfTheServer(Jdk jdk) {
    assertThat(aborted(jdk, Dispatch.REQUESTED, 6).classes())
        .containsExactly(ServerErrorException.class.getName());
    assertThat(aborted(jdk, Dispatch.STREAMED_TO_REQUEST, 6).classes())
        .containsExactly(ServerErrorException.class.getName());
  }

  /** The model is asked again each time; its call meets the same end. */
  @OnEachJdk
  void runsNoToolOnceMoreWhereAStreamIsRetried(Jdk jdk) {
    assertThat(aborted(jdk, Dispatch.RETRIED, 8).loops()).isEqualTo(LOOP);
  }

  private static Failure aborted(Jdk jdk, Dispatch dispatch, int requests) {
    // when
    Outcome outcome = SCENARIOS.guarded(jdk, ModelBehaviour.STUBBORN, dispatch);

    // then
    assertThat(outcome.answers()).isEmpty();
    assertThat(outcome.toolRuns()).isEqualTo(3);
    assertThat(outcome.log().hints()).hasSize(2).doesNotHaveDuplicates();
    assertThat(outcome.log().requests()).isEqualTo(requests);
    assertThat(outcome.failures()).hasSize(1);
    return outcome.failures().get(0);
  }
}
