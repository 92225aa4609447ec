package io.loopsentinel.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.engine.settings.EngineSettings.UnusedOverrides;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Overrides that no call matches. */
class UnusedOverridesTest {

  @Test
  void areThoseThatMatchedNoCallSoFar() {
    LoopEngine engine =
        Engines.of("sentinel: {overrides: {serach: {}, 'get_*': {}, sleep: {exempt: true}}}");

    engine.identify("search", Map.of());
    engine.identify("get_order", Map.of());
    engine.reading().isExempt("sleep");

    assertThat(engine.reading().unusedOverrides())
        .isEqualTo(new UnusedOverrides(List.of("serach"), Set.of("search")));
  }

  @Test
  void areNotThoseThatMatchedACallBeforeAChangeOfTheConfiguration() {
    String settings = "sentinel: {overrides: {search: {}, 'get_*': {}}}";
    LoopEngine engine = Engines.of(settings);
    engine.identify("search", Map.of());

    engine = engine.withSettings(Engines.config(settings));

    assertThat(engine.reading().unusedOverrides().overrides()).containsExactly("get_*");
  }

  @Test
  void areNoneWithoutOverrides() {
    LoopEngine engine = Engines.shipped();

    engine.identify("search", Map.of());

    assertThat(engine.reading().unusedOverrides().overrides()).isEmpty();
  }
}
