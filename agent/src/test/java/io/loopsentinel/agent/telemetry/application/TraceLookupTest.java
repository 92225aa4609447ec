package io.loopsentinel.agent.telemetry.application;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class TraceLookupTest {

  private final AtomicInteger lists = new AtomicInteger();
  private final AtomicLong loads = new AtomicLong();
  private final TraceLookup lookup =
      new TraceLookup(
          () -> {
            lists.incrementAndGet();
            return new Class<?>[] {String.class};
          },
          loads::get,
          failure -> {
            throw new AssertionError(failure);
          });

  @Test
  void listsTheLoadedClassesAgainOnlyIfOthersWereLoaded() {
    for (int i = 0; i < 100; i++) {
      assertThat(lookup.trace(TraceLookupTest.class)).isNull();
    }
    assertThat(lists).hasValue(1);

    loads.incrementAndGet();
    assertThat(lookup.trace(TraceLookupTest.class)).isNull();
    assertThat(lists).hasValue(2);
  }
}
