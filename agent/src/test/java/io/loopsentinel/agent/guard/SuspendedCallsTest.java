package io.loopsentinel.agent.guard;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Calls that wait to be resumed, and may never be. */
class SuspendedCallsTest {

  private long now = Long.MAX_VALUE - 1; // A clock of nanoseconds may run over.
  private final SuspendedCalls<String> calls = new SuspendedCalls<>(() -> now);

  @Test
  void findsACallByItsCallerAlone() {
    String caller = new String("caller");

    calls.put(caller, "call");

    assertThat(calls.get(caller)).isEqualTo("call");
    assertThat(calls.get(new String("caller"))).isNull();
  }

  @Test
  void aCallerHasTheCallThatItMadeLast() {
    Object caller = new Object();
    calls.put(caller, "first");
    calls.put(caller, "second");

    calls.remove(caller, "first");
    assertThat(calls.get(caller)).isEqualTo("second");

    calls.remove(caller, "second");
    assertThat(calls.get(caller)).isNull();
  }

  @Test
  void forgetsACallAfterAnHour() {
    Object caller = new Object();
    calls.put(caller, "call");

    now += SuspendedCalls.LONGEST.toNanos() - 1;
    assertThat(calls.get(caller)).isEqualTo("call");
    now++;
    assertThat(calls.get(caller)).isNull();

    Object another = new Object();
    calls.put(another, "another call");
    assertThat(calls.size()).isEqualTo(1);
  }

  @Test
  void forgetsTheOldestOfTooMany() {
    List<Object> callers = new ArrayList<>();
    for (int call = 0; call <= SuspendedCalls.MOST; call++) {
      callers.add(new Object());
      calls.put(callers.get(call), "call " + call);
    }

    assertThat(calls.size()).isEqualTo(SuspendedCalls.MOST);
    assertThat(calls.get(callers.get(0))).isNull();
    assertThat(calls.get(callers.get(1))).isEqualTo("call 1");
    assertThat(calls.get(callers.get(SuspendedCalls.MOST))).isNotNull();
  }

  @Test
  void keepsNoCallerThatIsGone() {
    calls.put(new Object(), "call");
    Object another = new Object();
    calls.put(another, "another call");

    for (int i = 0; i < 1000 && calls.size() > 1; i++) {
      System.gc();
      calls.put(another, "another call");
    }

    assertThat(calls.size()).isEqualTo(1);
    assertThat(calls.get(another)).isEqualTo("another call");
  }
}
