package io.loopsentinel.engine.shared;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.engine.api.SharedStore.Append;
import io.loopsentinel.engine.api.SharedStore.Entry;
import io.loopsentinel.engine.session.Decision;
import io.loopsentinel.engine.session.LoopEngine;
import io.loopsentinel.engine.session.Sharing;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Entries of a store that are damaged, or of another version. */
class UnreadableEntriesTest {

  private final MemoryStore store = new MemoryStore(() -> Instant.EPOCH);
  private final List<String> noticed = new ArrayList<>();
  private int injected;

  @Test
  void areReportedAndTheCallIsJudged() throws Exception {
    Pod pod = Pod.sharing(sharing());
    assertThat(pod.search("a")).isTrue();
    byte[] event = store.events("a").get(0);
    inject("a", new byte[0]);
    inject("a", new byte[] {1, 2});
    inject("a", Arrays.copyOf(event, event.length - 5));
    event[0]++;
    inject("a", event);

    assertThat(pod.search("a")).isTrue();
    assertThat(pod.search("a")).isTrue();
    assertThat(pod.search("a")).isFalse();
    assertThat(noticed).hasSize(4).containsOnly("an entry of session a by shop-b");
  }

  @Test
  void makeAnEffectUnknownThatMayHaveHappened() throws Exception {
    LoopEngine engine = payingOnce();
    inject("effects\nsession\na", new byte[] {1, 2, 3});

    assertThat(pays(engine)).isFalse();
    assertThat(noticed).isNotEmpty().containsOnly("an entry about effects");
    boolean unused = engine.reset("a");
    assertThat(pays(engine)).isTrue();
  }

  @Test
  void areNotThoseThatForgetEffects() {
    LoopEngine engine = payingOnce();
    assertThat(pays(engine)).isTrue();
    boolean unused = engine.reset("a");

    assertThat(pays(engine)).isTrue();
    assertThat(noticed).isEmpty();
  }

  private LoopEngine payingOnce() {
    return Pod.engine(SharedEffectsTest.settings("session"), () -> Instant.EPOCH)
        .sharing(sharing());
  }

  private static boolean pays(LoopEngine engine) {
    Decision decision = engine.judge("a", engine.identify("pay", Map.of("order", 5)));
    return Pod.runs(decision);
  }

  private Sharing sharing() {
    return new Sharing(store, "shop-a", pod -> {}, noticed::add);
  }

  private void inject(String log, byte[] event) throws Exception {
    List<byte[]> events = List.of(event.clone());
    List<Entry> unused =
        store.append(
            log, new Append("shop-b:1", ++injected, events, 0, false, Duration.ofHours(1)));
  }
}
