package io.loopsentinel.agent.guard;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.benmanes.caffeine.cache.Cache;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import org.junit.jupiter.api.Test;

/** Calls that wait to be resumed, and may never be. */
class SuspendedCallsTest {

  private long now = Long.MAX_VALUE - 1; // A clock of nanoseconds may run over.
  private final Queue<String> lost = new ArrayDeque<>();
  private final Cache<Object, String> calls = SuspendGuard.suspended(() -> now, lost);

  @Test
  void findsACallByItsCallerAlone() {
    String caller = new String("caller");

    SuspendGuard.put(calls, lost, caller, "call");

    assertThat(calls.getIfPresent(caller)).isEqualTo("call");
    assertThat(calls.getIfPresent(new String("caller"))).isNull();
  }

  @Test
  void aCallerHasTheCallThatItMadeLast() {
    Object caller = new Object();
    SuspendGuard.put(calls, lost, caller, "first");
    SuspendGuard.put(calls, lost, caller, "second");

    calls.asMap().remove(caller, "first");
    assertThat(calls.getIfPresent(caller)).isEqualTo("second");

    calls.asMap().remove(caller, "second");
    assertThat(calls.getIfPresent(caller)).isNull();
  }

  @Test
  void forgetsACallAfterAnHour() {
    Object caller = new Object();
    SuspendGuard.put(calls, lost, caller, "call");

    now += SuspendGuard.TIMEOUT.toNanos() - 1;
    assertThat(calls.getIfPresent(caller)).isEqualTo("call");
    now++;
    assertThat(calls.getIfPresent(caller)).isNull();

    Object another = new Object();
    SuspendGuard.put(calls, lost, another, "another call");
    assertThat(size()).isEqualTo(1);
    assertThat(lost).containsExactly("call");
  }

  @Test
  void forgetsTheOldestOfTooMany() {
    List<Object> callers = new ArrayList<>();
    for (int call = 0; call <= SuspendGuard.MAX_SUSPENDED; call++) {
      callers.add(new Object());
      SuspendGuard.put(calls, lost, callers.get(call), "call " + call);
    }

    assertThat(size()).isEqualTo(SuspendGuard.MAX_SUSPENDED);
    assertThat(lost).containsExactly("call 0");
    assertThat(calls.getIfPresent(callers.get(0))).isNull();
    assertThat(calls.getIfPresent(callers.get(1))).isEqualTo("call 1");
    assertThat(calls.getIfPresent(callers.get(SuspendGuard.MAX_SUSPENDED))).isNotNull();
  }

  @Test
  void keepsNoCallerThatIsGone() {
    SuspendGuard.put(calls, lost, new Object(), "call");
    Object another = new Object();
    SuspendGuard.put(calls, lost, another, "another call");

    for (int i = 0; i < 1000 && size() > 1; i++) {
      System.gc();
      SuspendGuard.put(calls, lost, another, "another call");
    }

    assertThat(size()).isEqualTo(1);
    assertThat(calls.getIfPresent(another)).isEqualTo("another call");
    assertThat(lost).contains("call");
  }

  private long size() {
    calls.cleanUp();
    return calls.estimatedSize();
  }
}
