package io.loopsentinel.agent.guard.call;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.engine.budget.Attribution;
import io.loopsentinel.targets.thread.AgentThread;
import java.util.concurrent.FutureTask;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The threads to which a run is carried. */
class RunCarrierTest {

  private final FramesByThread threads = new FramesByThread(new EarlierRuns());
  private final RunCarrier carrier = new RunCarrier(threads);
  private final RunFrame run = new RunFrame("run", null, false, Attribution.NONE);

  @Test
  void aThreadOfAPoolWorksForTheRunThatSubmittedTheTask() throws Exception {
    assertThat(runOfATaskOn(Thread::new)).isSameAs(run);
  }

  /** Otherwise alerts that wait for a receiver would keep the runs that have caused them. */
  @Test
  void aThreadOfTheAgentWorksForNoRun() throws Exception {
    assertThat(runOfATaskOn(task -> AgentThread.daemon("agent", task))).isNull();
  }

  /** A call that waits for a person runs there when it is answered. */
  @Test
  void aThreadOfTheAgentThatIsInARunTakesTasksOfRuns() throws Exception {
    RunFrame other = new RunFrame("other", null, false, Attribution.NONE);

    assertThat(
            runOfATaskOn(
                task ->
                    AgentThread.daemon(
                        "agent",
                        () -> {
                          enter(other);
                          task.run();
                        })))
        .isSameAs(run);
  }

  private @Nullable RunFrame runOfATaskOn(Function<Runnable, Thread> threadOf) throws Exception {
    Object task = new Object();
    enter(run);
    carrier.handOver(task);
    FutureTask<@Nullable RunFrame> work =
        new FutureTask<>(
            () -> {
              carrier.begin(task);
              return threads.run();
            });

    threadOf.apply(work).start();

    return work.get();
  }

  private void enter(RunFrame entered) {
    ThreadFrames own = threads.get();
    own.active = own.active.within(entered);
  }
}
