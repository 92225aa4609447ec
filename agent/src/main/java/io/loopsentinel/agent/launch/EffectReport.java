package io.loopsentinel.agent.launch;

import io.loopsentinel.agent.management.RunSummary;
import io.loopsentinel.agent.telemetry.event.Count;
import io.loopsentinel.agent.telemetry.event.Statistics;
import io.loopsentinel.agent.telemetry.event.Telemetry;
import io.loopsentinel.engine.identity.UsedPaths;
import io.loopsentinel.targets.config.SentinelConfig;
import io.loopsentinel.targets.load.SettingsWithoutEffect;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Reports settings that have no effect, or have had none so far. Thread-safe. */
final class EffectReport {

  private final Supplier<SentinelConfig> config;
  private final Telemetry telemetry;
  private final Set<String> reported = ConcurrentHashMap.newKeySet();

  EffectReport(Supplier<SentinelConfig> config, Telemetry telemetry) {
    this.config = config;
    this.telemetry = telemetry;
  }

  List<String> withoutEffect() {
    Statistics statistics = telemetry.statistics();
    SettingsWithoutEffect.Facts facts =
        new SettingsWithoutEffect.Facts(
            statistics.labelledCalls(),
            statistics.labelledTurns(),
            statistics.total(Count.TURNS_WITH_TOKENS),
            statistics.unpricedModels());
    SentinelConfig current = config.get();
    return Stream.concat(
            SettingsWithoutEffect.inConfiguration(current).stream(),
            SettingsWithoutEffect.atRunTime(current, facts).stream())
        .toList();
  }

  /**
   * Logs each setting without effect once. Lines about paths and patterns have level info, because
   * they may be there for something rare.
   */
  void report(List<UsedPaths.Unused> paths) {
    for (String each : withoutEffect()) {
      // Without the numbers of calls, because they grow.
      if (reported.add(each.replaceAll("\\d+ calls", "calls"))) {
        telemetry.log().warn(each);
      }
    }
    for (UsedPaths.Unused each : paths) {
      if (reported.add(each.key() + ' ' + each.path())) {
        telemetry.log().info(RunSummary.sentence(each));
      }
    }
  }
}
