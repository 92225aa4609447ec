package io.loopsentinel.agent.guard.call;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.engine.budget.Attribution;
import java.lang.ref.WeakReference;
import org.junit.jupiter.api.Test;

/** The lifetime and the nesting of runs. */
class RunFrameTest {

  @Test
  void aRunIsWithinThoseAroundItThatHaveNotEnded() {
    RunFrame outer = new RunFrame("outer", null, false, Attribution.NONE);
    RunFrame middle = new RunFrame("middle", outer, false, Attribution.NONE);
    RunFrame inner = new RunFrame("inner", middle, false, Attribution.NONE);

    middle.ended = true;

    assertThat(inner.isWithin("outer")).isTrue();
    assertThat(inner.isWithin("middle")).isFalse();
    assertThat(RunFrame.lasting(middle)).isSameAs(outer);
  }

  @Test
  void aRunThatBeginsInTheWorkOfOneThatHasEndedIsNotWithinIt() {
    RunFrame ended = new RunFrame("session", null, false, Attribution.NONE);
    ended.ended = true;

    RunFrame next = new RunFrame("other", ended, false, Attribution.NONE);

    assertThat(next.isWithin("session")).isFalse();
  }

  /** Each hands the next to another thread before it ends, and does so for ever. */
  @Test
  void runsThatBeginOneAnotherAreNotKept() {
    RunFrame last = new RunFrame("run", null, false, Attribution.NONE);
    WeakReference<RunFrame> first = new WeakReference<>(last);
    for (int i = 0; i < 3; i++) {
      RunFrame next = new RunFrame("run", last, false, Attribution.NONE);
      last.ended = true;
      last = next;
    }

    for (int i = 0; i < 1000 && !first.refersTo(null); i++) {
      System.gc();
    }

    assertThat(first.refersTo(null)).isTrue();
    assertThat(last.isWithin("run")).isTrue();
  }
}
