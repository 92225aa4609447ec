package io.loopsentinel.engine.shared;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.engine.api.FoundLoop;
import io.loopsentinel.engine.api.LoopRule;
import io.loopsentinel.engine.detect.ExtensionDetector;
import io.loopsentinel.engine.session.Sharing;
import io.loopsentinel.engine.settings.EngineSettings;
import io.loopsentinel.engine.settings.EngineSettings.ToolOverride;
import io.loopsentinel.engine.settings.Glob;
import io.loopsentinel.engine.settings.ToolPolicy;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** JVMs that judge the same sessions by other settings, as during a rollout. */
class OtherSettingsTest {

  private static final EngineSettings OTHERS =
      Pod.SETTINGS.withOverrides(
          List.of(new ToolOverride(Glob.of("pay"), ToolPolicy.DEFAULT.withEscalation(null))));

  private static final FoundLoop FOUND = new FoundLoop("all", 1, 1, "One is enough.", "Stop.");

  private final MemoryStore store = new MemoryStore(() -> Instant.EPOCH);
  private final List<String> noticed = new ArrayList<>();

  @Test
  void areNoticedOnceEach() {
    Pod pod = pod();
    Pod old = Pod.sharing(store, "shop-old", OTHERS);
    for (String session : List.of("a", "b")) {
      boolean unused = old.search(session);
      unused = pod.search(session);
      unused = old.search(session);
      unused = pod.search(session);
    }

    assertThat(noticed).containsExactly("shop-old");
  }

  @Test
  void equalSettingsAreNotNoticed() {
    Pod pod = pod();
    boolean unused = Pod.sharing(store, "shop-b", Pod.SETTINGS).search("a");
    unused = pod.search("a");

    assertThat(noticed).isEmpty();
  }

  @Test
  void theOwnSettingsBeforeAReloadAreNotNoticed() {
    Pod pod = pod();
    boolean unused = Pod.sharing(store, "shop-a", OTHERS).search("a");
    unused = pod.search("a");

    assertThat(noticed).isEmpty();
  }

  @Test
  void anEqualRuleOfAnExtensionIsNotNoticed() {
    Pod pod = new Pod(Pod.engine(withRule("a"), () -> Instant.EPOCH).sharing(sharing()));
    boolean unused = Pod.sharing(store, "shop-b", withRule("b")).search("a");
    unused = pod.search("a");

    assertThat(noticed).isEmpty();
  }

  /** Settings with an object of its own for the rule, as each JVM has one. */
  private static EngineSettings withRule(String jvm) {
    LoopRule rule = (call, earlier) -> jvm.isEmpty() ? FOUND : null;
    return Pod.SETTINGS.withDetectors(
        List.of(new ExtensionDetector.Settings("pages", true, null, rule)));
  }

  private Sharing sharing() {
    return new Sharing(store, "shop-a", noticed::add, entry -> {});
  }

  private Pod pod() {
    return Pod.sharing(sharing());
  }
}
