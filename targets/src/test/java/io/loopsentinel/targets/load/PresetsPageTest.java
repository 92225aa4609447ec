package io.loopsentinel.targets.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.engine.identity.FieldAccess;
import io.loopsentinel.engine.identity.Fingerprinter;
import io.loopsentinel.engine.session.Decision;
import io.loopsentinel.engine.session.LoopEngine;
import io.loopsentinel.engine.settings.Action;
import io.loopsentinel.targets.config.SentinelConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The table of presets in {@code docs/configuration.md} is true. */
class PresetsPageTest {

  private static final List<String> PRESETS = List.of("strict", "balanced", "patient", "observe");

  /** A call of a model that does not listen, and what its tool returns where it runs. */
  record Step(String tool, Map<String, ?> arguments, String result) {}

  enum Situation {
    STUCK_SEARCH("One search again and again, with the same results") {
      @Override
      List<Step> steps() {
        return Stream.generate(() -> search()).limit(12).toList();
      }
    },
    STATUS_POLLING("24 polls of a job that still runs") {
      @Override
      List<Step> steps() {
        return Stream.generate(() -> poll()).limit(24).toList();
      }
    },
    EXPLORATORY_READING("Nine reads, three of them of the README") {
      @Override
      List<Step> steps() {
        List<Step> steps = new ArrayList<>();
        for (int i = 0; i < 9; i++) {
          steps.add(read(i % 3 == 0 ? "README.md" : "src/File" + i + ".java"));
        }
        return steps;
      }
    },
    EDITS_AND_TESTS("Seven edits, each tested; the failure goes with the sixth") {
      @Override
      List<Step> steps() {
        List<Step> steps = new ArrayList<>();
        for (int round = 1; round <= 7; round++) {
          steps.add(edit(round));
          steps.add(test(round));
        }
        return steps;
      }
    };

    private final String text;

    Situation(String text) {
      this.text = text;
    }

    abstract List<Step> steps();

    private static Step search() {
      return new Step("search", Map.of("query", "late orders"), "order 7, order 9, order 12");
    }

    private static Step poll() {
      return new Step("job_status", Map.of("job", 7), "{\"state\": \"running\"}");
    }

    private static Step read(String path) {
      return new Step("read_file", Map.of("path", path), "the content of " + path);
    }

    private static Step edit(int round) {
      return new Step(
          "edit_file", Map.of("path", "Cart.java", "text", "version " + round), "edited Cart.java");
    }

    private static Step test(int round) {
      return new Step(
          "run_tests",
          Map.of("module", "cart"),
          round <= 5
              ? "Tests run: 12, Failures: 1\nCartTest.sums:31 expected: <3> but was: <4>"
              : "Tests run: 12, Failures: 0");
    }
  }

  @ParameterizedTest
  @EnumSource
  void describesEachPreset(Situation situation) throws IOException {
    String page = Files.readString(Configs.inRepository("docs/configuration.md").toPath());

    assertThat(page).contains("| situation | `strict` | `balanced` | `patient` | `observe` |");
    assertThat(page).contains(row(situation));
  }

  @ParameterizedTest
  @ValueSource(strings = {"production", "debugging", "long research", "first weeks"})
  void recommendedSettingsDoWhatTheirTableSays(String use) throws IOException {
    String page = Files.readString(Configs.inRepository("docs/tuning.md").toPath());
    Matcher row = Pattern.compile("(?m)^\\| " + use + " \\| `(.*?)` \\| (.*) \\|$").matcher(page);

    assertThat(row.find()).isTrue();
    assertThat(row.group(2)).isEqualTo(toldBy(Situation.STUCK_SEARCH, row.group(1)));
  }

  private static String row(Situation situation) {
    return PRESETS.stream()
        .map(preset -> told(situation, preset))
        .collect(Collectors.joining(" | ", "| " + situation.text + " | ", " |"));
  }

  private static String told(Situation situation, String preset) {
    return toldBy(situation, "sentinel: {preset: " + preset + "}");
  }

  private static String toldBy(Situation situation, String yaml) {
    SentinelConfig config = Configs.loaded(Configs.loader().read(yaml, "file.yaml")).config();
    LoopEngine engine =
        new LoopEngine(config.engine(), new Fingerprinter(FieldAccess.toOpenPackages()));
    Map<Action, Integer> first = new EnumMap<>(Action.class);
    int number = 0;
    for (Step step : situation.steps()) {
      number++;
      Decision decision = engine.judge("s", engine.identify(step.tool(), step.arguments()));
      note(decision, number, first);
      if (decision.recorded() != null) {
        note(engine.outcome(decision.recorded(), step.result()), number, first);
      }
      if (first.containsKey(Action.ABORT)) {
        break;
      }
    }
    return first.isEmpty()
        ? "nothing"
        : first.entrySet().stream()
            .map(entry -> "`%s` at %d".formatted(entry.getKey().text(), entry.getValue()))
            .collect(Collectors.joining(", "));
  }

  private static void note(@Nullable Decision decision, int call, Map<Action, Integer> first) {
    if (decision instanceof Decision.Found found) {
      first.putIfAbsent(found.action(), call);
    }
  }
}
