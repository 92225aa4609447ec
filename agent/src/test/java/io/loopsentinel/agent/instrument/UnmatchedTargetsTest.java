package io.loopsentinel.agent.instrument;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.agent.telemetry.AgentLog;
import io.loopsentinel.agent.telemetry.LogText;
import io.loopsentinel.agent.telemetry.event.Telemetry;
import io.loopsentinel.targets.config.LogLevel;
import io.loopsentinel.targets.config.TargetSpec;
import io.loopsentinel.targets.match.Specs;
import io.loopsentinel.targets.match.Target;
import io.loopsentinel.targets.match.TestClassFiles;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class UnmatchedTargetsTest {

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final AgentLog log =
      new AgentLog(new PrintStream(out, true, StandardCharsets.UTF_8), LogLevel.WARN);

  @Test
  void reportsATargetOfTheUserOnce() {
    UnmatchedTargets unmatched = watching(Specs.exact("com.acme.Tools", "run"));

    unmatched.report();
    unmatched.report();

    assertThat(lines())
        .containsExactly(
            "[loop-sentinel] target a-target (sentinel-config.yaml:7:5) has matched no method so"
                + " far: no class com.acme.Tools has been loaded");
  }

  @Test
  void namesNoClassOfTheAgentItself() {
    Class<?> own = TestClassFiles.empty("io.loopsentinel.launch.Dispatcher");
    Target target = new Target(Specs.exact("com.acme.Dispatcher", "call"));

    List<Target> targets = List.of(target);
    new UnmatchedTargets(targets, () -> targets, () -> new Class<?>[] {own}, new Telemetry(log))
        .report();

    assertThat(lines())
        .singleElement()
        .asString()
        .endsWith(": no class com.acme.Dispatcher has been loaded");
  }

  @Test
  void saysNothingOfTargetsThatMatched() {
    Target matched = new Target(Specs.exact("com.acme.Tools", "run"));
    matched.markMatched();

    List<Target> targets = List.of(matched);
    new UnmatchedTargets(targets, () -> targets, () -> new Class<?>[0], new Telemetry(log))
        .report();

    assertThat(lines()).isEmpty();
  }

  @Test
  void saysNothingOfTargetsThatAReloadReplaced() {
    Target misspelt = new Target(Specs.exact("com.acme.Tool", "run"));
    Target corrected = new Target(Specs.exact("com.acme.Tools", "run"));

    new UnmatchedTargets(
            List.of(misspelt), () -> List.of(corrected), () -> new Class<?>[0], new Telemetry(log))
        .report();

    assertThat(lines()).isEmpty();
  }

  private UnmatchedTargets watching(TargetSpec spec) {
    List<Target> targets = List.of(new Target(spec));
    return new UnmatchedTargets(targets, () -> targets, () -> new Class<?>[0], new Telemetry(log));
  }

  private List<String> lines() {
    return LogText.of(out).lines().toList();
  }
}
