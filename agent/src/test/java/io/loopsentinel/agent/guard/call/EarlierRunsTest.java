package io.loopsentinel.agent.guard.call;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Objects;
import java.util.concurrent.FutureTask;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Runs that began before their method was guarded. */
class EarlierRunsTest {

  private final EarlierRuns earlierRuns = new EarlierRuns();
  private final FramesByThread threads = new FramesByThread(earlierRuns);

  @Test
  void lastAsLongAsTheirMethodIsOnTheStack() {
    earlierRuns.add(getClass().getName(), "inRun");

    RunFrame run = Objects.requireNonNull(inRun());

    assertThat(threads.run()).isNull();
    assertThat(run.ended).isTrue();
  }

  @Test
  void areNotTakenForAGuardedRunOfTheSameMethod() {
    earlierRuns.add(getClass().getName(), "inGuardedRun");

    assertThat(inGuardedRun()).isNull();
  }

  @Test
  void haveNoThreadThatIsYoungerThanTheGuard() throws Exception {
    earlierRuns.add(getClass().getName(), "inRun");
    FutureTask<@Nullable RunFrame> task = new FutureTask<>(this::inRun);
    Thread younger = new Thread(task);
    younger.start();

    assertThat(task.get()).isNull();
  }

  private @Nullable RunFrame inRun() {
    return threads.run();
  }

  private @Nullable RunFrame inGuardedRun() {
    threads.get().runBegins();
    return threads.run();
  }
}
