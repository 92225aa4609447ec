package io.loopsentinel.targets.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The edit of a configuration file that raises a setting. */
class SettingEditTest {

  private static final String BLOCK =
      """
      # Ours
      sentinel:
        mode: enforce
        default:
          threshold: 3 # calls
        overrides:
          search:
            threshold: 2
            escalation: [hint, abort]
          "get_*": {threshold: 2, escalation: [hint, abort]} # looks
        budget:
          tool_calls: 10
          prices: {gpt: {input: 2, output: 8}}
        budgets:
          - {name: daily, per: user, window: day, tool_calls: 5}
          - name: weekly
            per: user
            cost_usd: 2
        detectors:
          cycle: {repetitions: 4}
      """;

  @Test
  void raisesSettingInTheExistingEntryOfATool() {
    assertThat(edited(BLOCK, "overrides.search.threshold", 7))
        .isEqualTo(BLOCK.replace("threshold: 2\n", "threshold: 7\n"));
  }

  @Test
  void keepsTheOtherSettingsAndTheCommentOfAGlob() {
    assertThat(edited(BLOCK, "overrides.get_*.threshold", 7))
        .contains("    \"get_*\": {threshold: 7, escalation: [hint, abort]} # looks\n");
  }

  @Test
  void keepsWhatFollowsASymbolOutsideTheBasicPlane() {
    String yaml = "sentinel:\n  default: {message: \"\uD83D\uDE00\", threshold: 3} # calls\n";

    assertThat(edited(yaml, "default.threshold", 7))
        .endsWith(", threshold: 7} # calls\n")
        .contains("\uD83D\uDE00");
  }

  @Test
  void addsAToolBesideOthers() {
    assertThat(edited(BLOCK, "overrides.acme.read page.threshold", 7))
        .contains("  overrides:\n    \"acme.read page\":\n      threshold: 7\n    search:\n");
  }

  @Test
  void addsASectionToAFileWithoutIt() {
    assertThat(edited("sentinel:\n  mode: enforce\n", "overrides.search.threshold", 7))
        .isEqualTo("sentinel:\n  overrides:\n    search:\n      threshold: 7\n  mode: enforce\n");
  }

  @Test
  void raisesTheCapOfTheBudgetOfThatName() {
    assertThat(edited(BLOCK, "budgets.daily.tool_calls", 7))
        .contains("  - {name: daily, per: user, window: day, tool_calls: 7}\n");
    assertThat(edited(BLOCK, "budgets.weekly.cost_usd", 7)).contains("      cost_usd: 7\n");
    assertThat(edited(BLOCK, "budget.tool_calls", 11)).contains("    tool_calls: 11\n");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "sentinel: {overrides: {search: {threshold: 2}, x: {escalation: [hint]}}, mode: enforce}\n",
        "sentinel:\n  overrides: {search: {threshold: 2},\n    x: {escalation: [hint]}}\n  mode: enforce\n",
        "sentinel:\r\n  overrides:\r\n    'search':\r\n      threshold: 2\r\n  mode: enforce\r\n",
        "sentinel:\n  overrides:\n  mode: enforce\n",
        "sentinel:\n  overrides:\n    search:\n  mode: enforce",
        "sentinel:\n",
        "# nothing yet\n",
        "",
      })
  void fitsIntoAnyFile(String yaml) {
    assertThat(Configs.valid(edited(yaml, "overrides.search.threshold", 7)).engine().overrides())
        .anySatisfy(
            override -> {
              assertThat(override.tools()).hasToString("search");
              assertThat(override.policy().limits().threshold()).isEqualTo(7);
            });
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "default.threshold",
        "overrides.search.threshold",
        "overrides.search.threshold_with_progress",
        "overrides.get_*.threshold",
        "overrides.get_*.threshold_with_progress",
        "overrides.other.threshold",
        "overrides.other.max_calls",
        "overrides.other.threshold_with_progress",
        "budget.tool_calls",
        "budgets.daily.tool_calls",
        "budgets.weekly.cost_usd",
        "detectors.cycle.repetitions",
        "detectors.error.threshold",
        "detectors.error.threshold_varied",
        "detectors.error.stale",
        "detectors.similar_calls.threshold",
        "detectors.similar_calls.searches",
        "detectors.similar_calls.rewrites",
        "detectors.similar_turns.terminate_after",
        "detectors.stagnation.threshold",
        "detectors.waiting.patience",
      })
  void loadsForEachSettingThatFindingsName(String setting) {
    String alone = setting.startsWith("budget") ? "default.threshold" : setting;

    Configs.valid(edited(BLOCK, setting, 9));
    Configs.valid(edited("", alone, 9));
    SettingEdit.of(BLOCK, setting, BigDecimal.valueOf(40))
        .ifPresent(edit -> Configs.loaded(Configs.loader().read(edit.applyTo(BLOCK), "file.yaml")));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "overrides: {a: {threshold: 2, window_size: 5}} | overrides.a.threshold | 9",
        "overrides: {a: {threshold: 2}} | overrides.a.threshold | 40",
        "default: {threshold: 3, window_size: 10} | default.threshold | 40",
        "overrides: {a: {max_calls: 5}} | overrides.a.max_calls | 7",
        "overrides: {a: {max_calls: {n: 5, within: 10s}}} | overrides.a.max_calls | 7",
        "overrides: {'a*': {reuse: {ttl: 10m}, threshold: 2}} | overrides.a*.threshold | 40",
        "detectors: {similar_turns: {warn_after: 2, terminate_after: 4}} | detectors.similar_turns.warn_after | 9",
        "detectors: {error: {failing: {failed: 5, of: 6}}} | detectors.error.failing | 7",
        "budgets: [{name: b, per: user, tokens: 5}] | budgets.b.tokens | 7",
        "budget: {turns: 5} | budget.turns | 7",
        "mode: enforce | overrides.a.threshold | 40",
      })
  void changesWithItWhatElseTheFileNeedsToLoad(String yaml, String setting, int value) {
    for (String file : List.of("sentinel: {" + yaml + "}\n", "sentinel:\n  " + yaml + "\n")) {
      Configs.valid(edited(file, setting, value));
    }
  }

  @Test
  void isAFileOfItsOwnIfThereIsNone() {
    for (String setting : List.of("overrides.a.threshold", "detectors.error.failing")) {
      Configs.valid(SettingEdit.of(null, setting, BigDecimal.valueOf(12)).orElseThrow().text());
    }
  }

  @Test
  void isNotProposedForASettingOfNoNumber() {
    assertThat(SettingEdit.of(BLOCK, "detectors.acme", BigDecimal.valueOf(7))).isEmpty();
    assertThat(SettingEdit.of(BLOCK, "budgets.monthly.tokens", BigDecimal.valueOf(7))).isEmpty();
    assertThat(SettingEdit.of("sentinel: [", "default.threshold", BigDecimal.valueOf(7))).isEmpty();
  }

  /** Changes a file as the live page says. */
  private static String edited(String yaml, String setting, int value) {
    return SettingEdit.of(yaml, setting, BigDecimal.valueOf(value)).orElseThrow().applyTo(yaml);
  }
}
