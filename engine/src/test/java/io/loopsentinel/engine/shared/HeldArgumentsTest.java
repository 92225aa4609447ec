package io.loopsentinel.engine.shared;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.engine.settings.OnStoreError;
import io.loopsentinel.engine.shared.MemoryStore.Fault;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class HeldArgumentsTest {

  private final MemoryStore store = new MemoryStore(() -> Instant.EPOCH);

  @ParameterizedTest
  @EnumSource
  void aSharedSessionHoldsNoArgumentsOfTheApplication(OnStoreError onError) {
    Pod pod = Pod.sharing(store, () -> Instant.EPOCH, onError);
    WeakReference<?> ofRunning = call(pod, "running");
    store.fail(Fault.AWAY);
    WeakReference<?> ofUnsent = call(pod, "unsent");

    assertThat(List.of(ofRunning, ofUnsent)).allSatisfy(HeldArgumentsTest::awaitCollection);
    assertThat(pod.search("conversation")).isEqualTo(onError != OnStoreError.HINT);
  }

  /** Calls a tool whose result never comes. */
  private static WeakReference<?> call(Pod pod, String query) {
    Map<String, Object> arguments = new HashMap<>(Map.of("query", query));
    Object unused = pod.engine().judge("conversation", pod.engine().identify("search", arguments));
    return new WeakReference<>(arguments);
  }

  private static void awaitCollection(WeakReference<?> reference) {
    long end = System.nanoTime() + Duration.ofSeconds(30).toNanos();
    while (reference.get() != null && System.nanoTime() < end) {
      System.gc();
    }
    assertThat(reference.get()).isNull();
  }
}
