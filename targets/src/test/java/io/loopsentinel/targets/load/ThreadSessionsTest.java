package io.loopsentinel.targets.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.targets.config.TargetSpec;
import io.loopsentinel.targets.config.ThreadSessions;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ThreadSessionsTest {

  private static final String TOOL =
      "{name: t, kind: tool, type: a.B, method: m, tool: arg0, session: SESSION}";

  @ParameterizedTest
  @ValueSource(strings = {"thread", "run", "run ?? thread", "' run??thread '"})
  void warnsIfOnlyThreadsSeparateTheCalls(String session) {
    assertThat(warning(TOOL.replace("SESSION", session)))
        .contains(
            "sessions are threads: nothing else separates the calls of tool target t, and pooled"
                + " threads mix users; add session, or a run target around its calls");
  }

  @ParameterizedTest
  @ValueSource(strings = {"arg1", "arg1 ?? run ?? thread", "instance", "global", "run ?? instance"})
  void saysNothingOfTargetsThatNameASession(String session) {
    assertThat(warning(TOOL.replace("SESSION", session))).isEmpty();
  }

  @Test
  void warnsOfTargetsWithoutASession() {
    assertThat(warning(TOOL.replace(", session: SESSION", ""))).isPresent();
  }

  @Test
  void saysNothingWhereARunMayCoverTheCalls() {
    assertThat(
            warning(
                TOOL.replace("SESSION", "run ?? thread")
                    + ", {name: r, kind: run, type: a.B, method: run}"))
        .isEmpty();
  }

  @Test
  void saysNothingOfTurns() {
    assertThat(warning("{name: t, kind: turn, type: a.B, method: m, text: return}")).isEmpty();
  }

  @Test
  void namesAllTargetsInOneLine() {
    assertThat(
            warning(
                "{name: a, kind: tool, type: a.B, method: m, tool: arg0},"
                    + " {name: b, kind: tool, type: a.B, method: n, tool: arg0}"))
        .hasValueSatisfying(
            line -> assertThat(line).contains("the calls of tool targets a and b, and"));
  }

  @Test
  void namesATargetWithSeveralTypesOnce() {
    assertThat(warning("{name: a, kind: tool, types: [a.B, a.C], method: m, tool: arg0}"))
        .hasValueSatisfying(line -> assertThat(line).contains("of tool target a, and"));
  }

  @Test
  void saysNothingOfAnyShippedProfile() {
    Profiles profiles = Profiles.shipped();

    assertThat(profiles.names())
        .allSatisfy(name -> assertThat(ThreadSessions.warning(profiles.read(name))).isEmpty());
  }

  private static Optional<String> warning(String targets) {
    List<TargetSpec> read = Configs.valid("sentinel: {targets: [" + targets + "]}").targets();
    return ThreadSessions.warning(read);
  }
}
