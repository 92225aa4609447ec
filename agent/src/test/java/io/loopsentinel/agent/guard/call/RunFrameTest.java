package io.loopsentinel.agent.guard.call;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.engine.budget.Attribution;
import java.lang.ref.WeakReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The lifetime and the nesting of runs. */
class RunFrameTest {

  private static final SessionKeys KEYS = new SessionKeys();

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

  @Test
  void aRunIsOfTheOutermostConversationWithAnId() {
    Object outermost = KEYS.ofNewRun();
    Object innermost = KEYS.ofNewRun();
    RunFrame run =
        Stream.of("talk", "talk of a sub-agent", innermost)
            .reduce(
                new RunFrame(outermost, null, false, Attribution.NONE),
                (around, key) -> new RunFrame(key, around, false, Attribution.NONE),
                (one, other) -> other);

    assertThat(Stream.of(outermost, innermost, "talk of a sub-agent").map(run::around))
        .containsOnly("talk");
    assertThat(run.attribution().conversation()).isEqualTo("talk");
    assertThat(run.around("talk")).isEmpty();
    assertThat(run.around("order 12")).isEmpty();
  }

  @Test
  void aRunWithoutAnIdIsOfTheOutermostRun() {
    Object outermost = KEYS.ofNewRun();
    RunFrame around = new RunFrame(outermost, null, false, Attribution.NONE);
    RunFrame run = new RunFrame(KEYS.ofNewRun(), around, false, Attribution.NONE);

    assertThat(run.attribution().conversation()).isEqualTo(outermost.toString());
    assertThat(around.attribution().conversation()).isEmpty();
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
