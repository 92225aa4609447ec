package io.loopsentinel.targets.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.engine.settings.Action;
import io.loopsentinel.engine.settings.Ladder;
import io.loopsentinel.engine.settings.Mode;
import io.loopsentinel.targets.config.SentinelConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AgentArgumentTest {

  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"a.yaml", "a=b.yaml/c.yaml", "a,b.yaml", "a b/c.yaml"})
  void takesAPathAlone(String name) throws IOException {
    String path = file(name);

    assertThat(mode(path)).isEqualTo(Mode.OBSERVE);
  }

  @Test
  void takesAPathAndSettings() throws IOException {
    String path = file("a.yaml");

    assertThat(mode(path + ",telemetry.log=off")).isEqualTo(Mode.OBSERVE);
    assertThat(mode("telemetry.log=off,config=" + path)).isEqualTo(Mode.OBSERVE);
  }

  @Test
  void takesSettingsAlone() {
    SentinelConfig config = read("mode=observe,default.threshold=5");

    assertThat(config.engine().mode()).isEqualTo(Mode.OBSERVE);
    assertThat(config.engine().defaults().limits().threshold()).isEqualTo(5);
  }

  @Test
  void letsValuesHoldCommasAndEqualsSigns() {
    SentinelConfig config =
        read("default.escalation=hint,abort,default.message=Stop, {tool}: a=b,mode=observe");

    assertThat(config.engine().defaults().escalation())
        .isEqualTo(Ladder.of(Action.HINT, Action.ABORT));
    assertThat(config.engine().defaults().texts().message()).isEqualTo("Stop, {tool}: a=b");
    assertThat(config.engine().mode()).isEqualTo(Mode.OBSERVE);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " "})
  void takesNothingForTheDefaults(String argument) {
    assertThat(read(argument)).isEqualTo(SentinelConfig.DEFAULT);
  }

  @Test
  void namesUnknownKeysAndTheNearestOne() {
    assertThat(Configs.problems(Configs.load("mode=observe,treshold=5", Map.of(), Map.of())))
        .containsExactly(
            "agent argument: unknown key \"treshold\"; did you mean \"default.threshold\"?");
    assertThat(Configs.problems(Configs.load("threshold=5", Map.of(), Map.of())))
        .containsExactly(
            "agent argument: unknown key \"threshold\"; did you mean \"default.threshold\"?");
    assertThat(Configs.problems(Configs.load("modes=observe", Map.of(), Map.of())))
        .containsExactly("agent argument: unknown key \"modes\"; did you mean \"mode\"?");
  }

  @Test
  void saysHowToNameAFileThatLooksLikeASetting() {
    assertThat(Configs.problems(Configs.load("a=b.yaml", Map.of(), Map.of())))
        .containsExactly(
            "agent argument: unknown key \"a\" (for a file whose path contains \"=\", use"
                + " -Dloopsentinel.config=...)");
  }

  @Test
  void refusesASettingThatIsGivenTwice() {
    assertThat(Configs.problems(Configs.load("mode=observe,mode=enforce", Map.of(), Map.of())))
        .containsExactly("agent argument: \"mode\" is given twice");
  }

  private String file(String name) throws IOException {
    Path path = folder.resolve(name);
    Files.createDirectories(path.getParent());
    Files.writeString(path, "sentinel: {mode: observe}");
    return path.toString();
  }

  private static SentinelConfig read(String argument) {
    return Configs.loaded(Configs.load(argument, Map.of(), Map.of())).config();
  }

  private static Mode mode(String argument) {
    return read(argument).engine().mode();
  }
}
