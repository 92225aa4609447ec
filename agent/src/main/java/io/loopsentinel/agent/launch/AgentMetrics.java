package io.loopsentinel.agent.launch;

import io.loopsentinel.agent.management.ManagedSentinel;
import io.loopsentinel.agent.telemetry.event.Metric;
import io.loopsentinel.agent.telemetry.event.Metric.Kind;
import io.loopsentinel.agent.telemetry.event.Telemetry;
import io.loopsentinel.engine.budget.Standing;
import io.loopsentinel.engine.settings.Mode;
import io.loopsentinel.engine.settings.RuntimeSwitches;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;

/** The metrics of an agent: the counts of its telemetry, and its state. */
final class AgentMetrics {

  private AgentMetrics() {}

  static List<Metric> all(ManagedSentinel sentinel) {
    Telemetry telemetry = sentinel.telemetry();
    RuntimeSwitches switches = sentinel.switches();
    List<Metric> all = new ArrayList<>(Metric.counted(telemetry.statistics()));
    String errors = "Failures of the agent itself; the application continues.";
    all.add(Metric.single("internal_errors", Kind.COUNTER, errors, telemetry.failures()::count));
    all.add(gauge("sessions", "Sessions in memory.", sentinel::getSessionsLive));
    all.add(gauge("targets_matched", "Targets that guard something.", sentinel::getTargetsMatched));
    all.add(gauge("enabled", "Whether calls are judged.", () -> toInt(switches.isEnabled())));
    String failed = "Whether the latest reload of the configuration found problems.";
    all.add(gauge("reload_failed", failed, () -> toInt(sentinel.lifecycle().isReloadFailed())));
    String waiting = "Calls that wait for a person.";
    all.add(gauge("questions_waiting", waiting, () -> sentinel.questions().open().size()));
    String mode = "1 for the current mode.";
    all.add(Metric.labelled("mode", Kind.GAUGE, mode, "mode", () -> modes(switches.mode())));
    all.add(budgets("budget_used", "The use of a budget", sentinel, Standing::used));
    all.add(budgets("budget_cap", "The cap of a budget", sentinel, Standing::cap));
    return all;
  }

  private static Metric gauge(String name, String help, Supplier<Integer> value) {
    return Metric.single(name, Kind.GAUGE, help, value::get);
  }

  private static int toInt(boolean value) {
    return value ? 1 : 0;
  }

  private static Map<String, Integer> modes(Mode current) {
    Map<String, Integer> modes = new LinkedHashMap<>();
    for (Mode each : Mode.values()) {
      modes.put(each.name().toLowerCase(Locale.ROOT), toInt(each == current));
    }
    return modes;
  }

  /** Returns a metric by budget and measure, of the holder that has used most of its cap. */
  private static Metric budgets(
      String name, String help, ManagedSentinel sentinel, ToDoubleFunction<Standing> value) {
    return new Metric(
        name,
        Kind.GAUGE,
        help + ", by the holder that has used most of it.",
        List.of("budget", "measure"),
        () -> {
          Map<List<String>, Double> most = new LinkedHashMap<>();
          for (Standing each : sentinel.sessions().budgets()) {
            most.putIfAbsent(
                List.of(each.budget(), each.measure().text()), value.applyAsDouble(each));
          }
          return most;
        });
  }
}
