package io.loopsentinel.targets.load;

import static io.loopsentinel.engine.settings.Action.ABORT;
import static io.loopsentinel.engine.settings.Action.HINT;
import static io.loopsentinel.engine.settings.Action.WARN;
import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.engine.detect.ErrorDetector;
import io.loopsentinel.engine.identity.IdentityRule;
import io.loopsentinel.engine.identity.Normalisation;
import io.loopsentinel.engine.identity.TextNormaliser;
import io.loopsentinel.engine.settings.BudgetSettings.Measure;
import io.loopsentinel.engine.settings.Ladder;
import io.loopsentinel.engine.settings.Mode;
import io.loopsentinel.targets.config.ConfigResult;
import io.loopsentinel.targets.config.LogLevel;
import io.loopsentinel.targets.config.SentinelConfig;
import io.loopsentinel.targets.yaml.ConfigProblem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PrecedenceTest {

  private static final Map<String, String> NONE = Map.of();

  @TempDir Path folder;
  private String file = "";

  @BeforeEach
  void writeAFile() throws IOException {
    Path path = folder.resolve("a.yaml");
    Files.writeString(path, "sentinel: {default: {threshold: 4, escalation: [warn, abort]}}");
    file = path.toString();
  }

  @Test
  void theFileCountsMoreThanTheDefaults() {
    assertThat(threshold(file, NONE, NONE)).isEqualTo(4);
  }

  @Test
  void theEnvironmentCountsMoreThanTheFile() {
    Map<String, String> environment = Map.of("LOOPSENTINEL_DEFAULT_THRESHOLD", "5");

    assertThat(threshold(file, NONE, environment)).isEqualTo(5);
  }

  @Test
  void systemPropertiesCountMoreThanTheEnvironment() {
    Map<String, String> environment = Map.of("LOOPSENTINEL_DEFAULT_THRESHOLD", "5");
    Map<String, String> properties = Map.of("loopsentinel.default.threshold", "6");

    assertThat(threshold(file, properties, environment)).isEqualTo(6);
  }

  @Test
  void theAgentArgumentCountsMost() {
    Map<String, String> environment = Map.of("LOOPSENTINEL_DEFAULT_THRESHOLD", "5");
    Map<String, String> properties = Map.of("loopsentinel.default.threshold", "6");
    String argument = "config=" + file + ",default.threshold=7";

    ConfigResult.Loaded loaded = Configs.loaded(Configs.load(argument, properties, environment));

    assertThat(loaded.config().engine().defaults().limits().threshold()).isEqualTo(7);
    assertThat(loaded.source()).isEqualTo(file + "; default.threshold from agent argument");
  }

  @Test
  void theFileIsNamedByWhoeverCountsMost() {
    Map<String, String> environment = Map.of("LOOPSENTINEL_CONFIG", "missing.yaml");
    Map<String, String> properties = Map.of("loopsentinel.config", file);

    assertThat(threshold(null, properties, environment)).isEqualTo(4);
  }

  @Test
  void anActionReplacesTheLadderOfTheFile() {
    assertThat(ladder(Map.of("loopsentinel.default.action", "hint"))).isEqualTo(Ladder.of(HINT));
  }

  @Test
  void listsAreWrittenWithOrWithoutBrackets() {
    Map<String, String> plain = Map.of("loopsentinel.default.escalation", "hint,abort");
    Map<String, String> flow = Map.of("loopsentinel.default.escalation", "[ hint, 'abort' ]");
    Map<String, String> single = Map.of("loopsentinel.default.escalation", "warn");

    assertThat(ladder(plain)).isEqualTo(Ladder.of(HINT, ABORT));
    assertThat(ladder(flow)).isEqualTo(Ladder.of(HINT, ABORT));
    assertThat(ladder(single)).isEqualTo(Ladder.of(WARN));
  }

  @Test
  void everySectionWithFixedKeysCanBeSet() {
    Map<String, String> properties =
        Map.of(
            "loopsentinel.mode", "observe",
            "loopsentinel.profiles", "none",
            "loopsentinel.default.message", "404",
            "loopsentinel.default.identity.ignore", "a, b",
            "loopsentinel.default.identity.whitespace", "true",
            "loopsentinel.detectors.error.enabled", "false",
            "loopsentinel.budget.tokens", "9",
            "loopsentinel.sessions.idle_timeout", "2h",
            "loopsentinel.telemetry.log", "debug");

    SentinelConfig config = Configs.loaded(Configs.load(null, properties, NONE)).config();

    assertThat(config.engine().mode()).isEqualTo(Mode.OBSERVE);
    assertThat(config.profiles()).isEmpty();
    assertThat(config.engine().defaults().texts().message()).isEqualTo("404");
    assertThat(config.engine().defaults().identity())
        .isEqualTo(
            IdentityRule.of(
                List.of("a", "b"),
                List.of(),
                new Normalisation(Set.of(TextNormaliser.WHITESPACE), false, Map.of())));
    assertThat(config.engine().detector(ErrorDetector.Settings.DEFAULT).enabled()).isFalse();
    assertThat(config.engine().budget().budgets().get(0).caps())
        .isEqualTo(Map.of(Measure.TOKENS, 9.0));
    assertThat(config.engine().sessions().idleTimeout()).isEqualTo(Duration.ofHours(2));
    assertThat(config.telemetry().log()).isEqualTo(LogLevel.DEBUG);
  }

  @Test
  void valuesAreCheckedAsThoseOfTheFileAre() {
    Map<String, String> environment = Map.of("LOOPSENTINEL_MODE", "enforced");
    Map<String, String> properties = Map.of("loopsentinel.default.threshold", "-3");

    assertThat(Configs.problems(Configs.load(null, properties, environment)))
        .containsExactlyInAnyOrder(
            "environment variable LOOPSENTINEL_MODE: mode: expected enforce or observe, found the"
                + " string \"enforced\"; did you mean \"enforce\"?",
            "system property loopsentinel.default.threshold: default.threshold: expected a whole"
                + " number from 0 to 1000000, found -3");
  }

  @Test
  void refusesProfilesWithoutAName() {
    Map<String, String> properties = Map.of("loopsentinel.profiles", "");

    assertThat(Configs.problems(Configs.load(null, properties, NONE)))
        .containsExactly(
            "system property loopsentinel.profiles: profiles: expected auto, none or a list such as"
                + " [langchain4j], found nothing");
  }

  @Test
  void refusesSystemPropertiesThatItDoesNotKnow() {
    Map<String, String> properties =
        Map.of(
            "loopsentinel.default.treshold", "3",
            "loopsentinel.overrides.search.threshold", "3",
            "loopsentinel.default.identity.defaults.limit", "10",
            "loopsentinels.mode", "another program's");

    assertThat(Configs.problems(Configs.load(null, properties, NONE)))
        .containsExactly(
            "system property loopsentinel.default.identity.defaults.limit:"
                + " \"default.identity.defaults\" can only be set in the file",
            "system property loopsentinel.default.treshold: unknown key \"default.treshold\"; did"
                + " you mean \"default.threshold\"?",
            "system property loopsentinel.overrides.search.threshold: \"overrides\" can only be"
                + " set in the file");
  }

  @Test
  void warnsOfVariablesThatItDoesNotKnow() {
    Map<String, String> environment = Map.of("LOOPSENTINEL_MODUS", "observe", "PATH", "/bin");

    ConfigResult.Loaded loaded = Configs.loaded(Configs.load(null, NONE, environment));

    assertThat(loaded.config()).isEqualTo(SentinelConfig.DEFAULT);
    assertThat(loaded.warnings())
        .extracting(ConfigProblem::toString)
        .containsExactly(
            "environment variable LOOPSENTINEL_MODUS: is not a setting and is ignored; did you"
                + " mean \"LOOPSENTINEL_MODE\"?");
  }

  @Test
  void passesOverEmptyVariables() {
    Map<String, String> environment = Map.of("LOOPSENTINEL_MODE", "");

    assertThat(Configs.loaded(Configs.load(null, NONE, environment)).config())
        .isEqualTo(SentinelConfig.DEFAULT);
  }

  @Test
  void asksOtherPlacesWhetherToStartUnguardedWhereTheFileCannotBeRead() {
    Map<String, String> environment = Map.of("LOOPSENTINEL_ON_CONFIG_ERROR", "disable");

    ConfigResult result = Configs.load("missing.yaml", NONE, environment);

    assertThat(((ConfigResult.Rejected) result).disableInstead()).isTrue();
  }

  @Test
  void leavesAMistakeOfTheFileToBeReported() throws IOException {
    Files.writeString(Path.of(file), "sentinel: {default: 3}");
    Map<String, String> properties = Map.of("loopsentinel.default.threshold", "6");

    assertThat(Configs.problems(Configs.load(file, properties, NONE)))
        .containsExactly(file + ":1:21: default: expected a mapping of keys, found 3");
  }

  private @Nullable Ladder ladder(Map<String, String> properties) {
    SentinelConfig config = Configs.loaded(Configs.load(file, properties, NONE)).config();
    return config.engine().defaults().escalation();
  }

  private static int threshold(
      @Nullable String argument, Map<String, String> properties, Map<String, String> environment) {
    return Configs.loaded(Configs.load(argument, properties, environment))
        .config()
        .engine()
        .defaults()
        .limits()
        .threshold();
  }
}
