package io.loopsentinel.agent.management;

import io.loopsentinel.agent.management.JmxRegistration.TargetCoverage;
import io.loopsentinel.agent.telemetry.event.Telemetry;
import io.loopsentinel.engine.session.RuntimeSwitches;
import io.loopsentinel.engine.settings.Mode;
import io.loopsentinel.engine.text.Printable;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;

/** Answers over JMX for the agent; what is switched there is said in the log. Thread-safe. */
final class ManagedSentinel implements SentinelMXBean {

  private final String version;
  private final Telemetry telemetry;
  private final SessionDirectory sessions;
  private final RuntimeSwitches controls;
  private final Supplier<TargetCoverage> targets;

  ManagedSentinel(
      String version,
      Telemetry telemetry,
      SessionDirectory sessions,
      RuntimeSwitches controls,
      Supplier<TargetCoverage> targets) {
    this.version = version;
    this.telemetry = telemetry;
    this.sessions = sessions;
    this.controls = controls;
    this.targets = targets;
  }

  @Override
  public String getVersion() {
    return version;
  }

  @Override
  public String getMode() {
    return text(controls.mode());
  }

  @Override
  public boolean isEnabled() {
    return controls.isEnabled();
  }

  @Override
  public long getCallsSeen() {
    return telemetry.statistics().calls();
  }

  @Override
  public long getCallsStopped() {
    return telemetry.statistics().stopped();
  }

  @Override
  public Map<String, Long> getStoppedByTool() {
    return telemetry.statistics().stoppedByTool();
  }

  @Override
  public Map<String, Long> getFindingsByDetector() {
    return telemetry.statistics().findingsByDetector();
  }

  @Override
  public int getSessionsLive() {
    return sessions.count();
  }

  @Override
  public long getInternalErrors() {
    return telemetry.failures().count();
  }

  @Override
  public int getTargetsMatched() {
    return targets.get().matched();
  }

  @Override
  public int getTargetsUnmatched() {
    return targets.get().unmatched().size();
  }

  @Override
  public List<String> getUnmatchedTargets() {
    return targets.get().unmatched();
  }

  @Override
  public boolean reset(String session) {
    boolean known = sessions.reset(session);
    if (known) {
      String name = Printable.of(session, Printable.NAME);
      telemetry.log().info("session " + name + " is reset over JMX");
    }
    return known;
  }

  @Override
  public int resetAll() {
    int count = sessions.resetAll();
    telemetry.log().info("all sessions (" + count + ") are reset over JMX");
    return count;
  }

  @Override
  public String setMode(String mode) {
    Mode next = parse(mode);
    Mode before = controls.mode();
    controls.setMode(next);
    telemetry
        .log()
        .info("mode " + text(next) + " from now on, set over JMX; before " + text(before));
    return text(before);
  }

  @Override
  public boolean setEnabled(boolean enabled) {
    boolean before = controls.isEnabled();
    controls.setEnabled(enabled);
    if (enabled) {
      telemetry.log().info("guards this JVM again, enabled over JMX");
    } else {
      telemetry.log().warn("guards NOTHING from now on, disabled over JMX");
    }
    return before;
  }

  @Override
  public String summary() {
    return String.join("\n", new RunSummary(telemetry.statistics()).lines());
  }

  private static Mode parse(String text) {
    for (Mode mode : Mode.values()) {
      if (text(mode).equals(text)) {
        return mode;
      }
    }
    throw new IllegalArgumentException(
        "mode: expected enforce or observe, found \"" + Printable.of(text, Printable.NAME) + "\"");
  }

  private static String text(Mode mode) {
    return mode.name().toLowerCase(Locale.ROOT);
  }
}
