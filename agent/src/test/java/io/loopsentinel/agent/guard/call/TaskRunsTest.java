package io.loopsentinel.agent.guard.call;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.engine.budget.Attribution;
import org.junit.jupiter.api.Test;

/** The run of a task that waits for a thread. */
class TaskRunsTest {

  private final TaskRuns tasks = new TaskRuns();
  private final RunFrame one = new RunFrame("one", null, false, Attribution.NONE);

  @Test
  void tellsTasksApartThatAreEqual() {
    String task = new String("task");
    tasks.put(task, one);

    assertThat(tasks.take(new String("task"))).isNull();
    assertThat(tasks.take(task)).isSameAs(one);
  }

  @Test
  void callsNoMethodOfATask() {
    Object task =
        new Object() {
          @Override
          public boolean equals(Object other) {
            throw new AssertionError();
          }

          @Override
          public int hashCode() {
            throw new AssertionError();
          }
        };

    tasks.put(task, one);

    assertThat(tasks.take(task)).isSameAs(one);
  }

  @Test
  void aTaskThatWasHandedOverTwiceBelongsToItsRunTwice() {
    Object task = new Object();

    tasks.put(task, one);
    tasks.put(task, one);

    assertThat(tasks.take(task)).isSameAs(one);
    assertThat(tasks.take(task)).isSameAs(one);
    assertThat(tasks.take(task)).isNull();
  }

  @Test
  void aTaskThatWasHandedOverOutsideOfARunTooBelongsToNone() {
    Object task = new Object();

    tasks.put(task, one);
    tasks.put(task, null);

    assertThat(tasks.take(task)).isNull();
  }

  @Test
  void keepsNoTaskThatNeverBegins() {
    tasks.put(new Object(), one);
    assertThat(tasks.isEmpty()).isFalse();

    for (int i = 0; i < 1000 && !tasks.isEmpty(); i++) {
      System.gc();
      tasks.put(new Object(), null);
    }

    assertThat(tasks.isEmpty()).isTrue();
  }
}
