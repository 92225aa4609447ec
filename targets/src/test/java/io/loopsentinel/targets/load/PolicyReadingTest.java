package io.loopsentinel.targets.load;

import static io.loopsentinel.engine.settings.Action.ABORT;
import static io.loopsentinel.engine.settings.Action.HINT;
import static io.loopsentinel.engine.settings.Action.WARN;
import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.engine.detect.CycleDetector;
import io.loopsentinel.engine.detect.ErrorDetector;
import io.loopsentinel.engine.identity.IdentityRule;
import io.loopsentinel.engine.identity.Normalisation;
import io.loopsentinel.engine.identity.TextNormaliser;
import io.loopsentinel.engine.settings.Effect;
import io.loopsentinel.engine.settings.Gate;
import io.loopsentinel.engine.settings.Glob;
import io.loopsentinel.engine.settings.Ladder;
import io.loopsentinel.engine.settings.ToolPolicy;
import io.loopsentinel.engine.settings.ToolPolicy.MaxCalls;
import io.loopsentinel.engine.settings.ToolPolicy.MessageStyle;
import io.loopsentinel.engine.settings.ToolPolicy.Progress;
import io.loopsentinel.engine.settings.ToolPolicy.Reuse;
import io.loopsentinel.targets.config.ConfigResult;
import io.loopsentinel.targets.config.SentinelConfig;
import java.math.BigInteger;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PolicyReadingTest {

  @Test
  void readsTheExampleOfThreeTools() {
    SentinelConfig config =
        Configs.valid(
            """
            sentinel:
              default:   {threshold: 3, window_size: 10}
              overrides:
                search_web:      {threshold: 2, window_size: 5, reason: "Search should converge quickly; tight limit."}
                poll_job_status: {threshold: 20, window_size: 50, reason: "Polling requires repeated calls; loose limit."}
            """);

    ToolPolicy poll = policy(config, "poll_job_status");
    ToolPolicy search = policy(config, "search_web");
    assertThat(config.engine().defaults()).isEqualTo(ToolPolicy.DEFAULT);
    assertThat(poll.limits().threshold()).isEqualTo(20);
    assertThat(poll.limits().windowSize()).isEqualTo(50);
    assertThat(search.limits().threshold()).isEqualTo(2);
    assertThat(search.limits().windowSize()).isEqualTo(5);
    assertThat(search.texts().reason()).isEqualTo("Search should converge quickly; tight limit.");
  }

  @Test
  void anOverrideInheritsAThresholdWithProgressBelowTheThreshold() {
    ConfigResult.Loaded loaded =
        Configs.loaded(
            Configs.loader()
                .read(
                    """
                    sentinel:
                      default: {threshold: 8, threshold_with_progress: 5}
                      overrides:
                        search: {message: "Again?"}
                        poll: {threshold: 9}
                    """,
                    "file.yaml"));

    assertThat(policy(loaded.config(), "search").limits().thresholdWithProgress()).isEqualTo(5);
    assertThat(policy(loaded.config(), "poll").limits().thresholdWithProgress()).isEqualTo(9);
  }

  @Test
  void overridesInheritFromDefault() {
    SentinelConfig config =
        Configs.valid(
            """
            sentinel:
              default:
                threshold: 4
                threshold_with_progress: 8
                window_size: 12
                progress: ignore
                escalation: [warn, abort]
                message: "{tool} again"
                message_style: terse
                suggest: "Ask the user."
                identity: {ignore: [request_id], ignore_results: [took]}
              overrides:
                sleep: {exempt: true}
            """);

    assertThat(policy(config, "sleep"))
        .isEqualTo(
            new ToolPolicy(
                new ToolPolicy.Limits(4, 8, 12, Progress.IGNORE),
                Ladder.of(WARN, ABORT),
                new ToolPolicy.Texts("{tool} again", MessageStyle.TERSE, "Ask the user.", null),
                true,
                IdentityRule.of(List.of("request_id"), List.of(), Normalisation.NONE),
                IdentityRule.of(List.of("took"), List.of(), Normalisation.NONE),
                null));
  }

  @Test
  void readsOverridesWhereverDefaultStands() {
    SentinelConfig config =
        Configs.valid("sentinel: {overrides: {a: {suggest: b}}, default: {threshold: 7}}");

    assertThat(policy(config, "a").limits().threshold()).isEqualTo(7);
  }

  @Test
  void putsTheMostSpecificOverrideFirst() {
    SentinelConfig config =
        Configs.valid(
            "sentinel: {overrides: {\"*\": {}, \"get_*\": {}, get_user: {}, \"get_u*\": {}}}");

    assertThat(config.engine().overrides())
        .extracting(override -> override.tools().text())
        .containsExactly("get_user", "get_u*", "get_*", "*");
  }

  @Test
  void doesNotStopProgressSoonerThanStandstillIfOnlyTheThresholdIsRaised() {
    SentinelConfig config =
        Configs.valid("sentinel: {overrides: {poll: {threshold: 20, window_size: 50}}}");

    assertThat(policy(config, "poll").limits().thresholdWithProgress()).isEqualTo(20);
  }

  @Test
  void readsTheMembersOfResultsThatDoNotCountBesideTheArguments() {
    SentinelConfig config =
        Configs.valid(
            """
            sentinel:
              default: {identity: {ignore: [a], ignore_results: [took]}}
              overrides:
                inherits: {identity: {only: [b]}}
                replaces: {identity: {ignore_results: ["**.node"]}}
                empties: {identity: {}}
            """);

    assertThat(policy(config, "inherits").results().ignore()).containsExactly("took");
    assertThat(policy(config, "replaces").results().ignore()).containsExactly("**.node");
    assertThat(policy(config, "replaces").identity().ignore()).containsExactly("a");
    assertThat(policy(config, "empties").results()).isEqualTo(IdentityRule.ALL_ARGUMENTS);
    assertThat(Configs.problems("sentinel: {default: {identity: {ignore_results: ['a*']}}}"))
        .singleElement()
        .satisfies(
            problem -> assertThat(problem).contains("default.identity.ignore_results", "'a*'"));
  }

  @Test
  void readsTheArgumentThatHoldsACommandLine() {
    SentinelConfig config = Configs.valid("sentinel: {overrides: {run: {command: line}}}");

    assertThat(policy(config, "run").command()).isEqualTo("line");
    assertThat(config.engine().defaults().command()).isNull();
  }

  @Test
  void readsReuse() {
    SentinelConfig config =
        Configs.valid(
            "sentinel: {overrides: {a: {reuse: {}}, b: {reuse: {ttl: 30s, per: user,"
                + " invalidated_by: [\"update_*\"], only_on_rung: true}}, c: {threshold: 2}}}");

    assertThat(policy(config, "a").limits().reuse())
        .isEqualTo(new Reuse(Duration.ofMinutes(10), "session", List.of(), false));
    assertThat(policy(config, "b").limits().reuse())
        .isEqualTo(new Reuse(Duration.ofSeconds(30), "user", List.of(Glob.of("update_*")), true));
    assertThat(policy(config, "c").limits().reuse()).isNull();
  }

  @Test
  void readsTheMaximumNumberOfCallsOfASessionOrWithinATime() {
    SentinelConfig config =
        Configs.valid(
            "sentinel: {overrides: {a: {max_calls: 20}, b: {max_calls: {n: 5, within: 1m30s}}}}");

    assertThat(policy(config, "a").limits().maxCalls()).isEqualTo(new MaxCalls(20, null));
    assertThat(policy(config, "b").limits().maxCalls())
        .isEqualTo(new MaxCalls(5, Duration.ofSeconds(90)));
  }

  @Test
  void readsWhatHappensBeforeEachCall() {
    SentinelConfig config =
        Configs.valid(
            "sentinel: {overrides: {a: {before: ask}, b: {before: deny}, c: {before: {deny: No.}}}}");

    assertThat(policy(config, "a").limits().before()).isEqualTo(new Gate(true, null));
    assertThat(policy(config, "b").limits().before()).isEqualTo(new Gate(false, null));
    assertThat(policy(config, "c").limits().before()).isEqualTo(new Gate(false, "No."));
  }

  @Test
  void readsTheEffectThatHappensOnce() {
    SentinelConfig config =
        Configs.valid(
            "sentinel: {overrides: {a: {effect: once}, b: {effect: {once: all, keep: 1h}}, c:"
                + " {effect: {once: [id], per: global, verify_with: look}}}}");

    assertThat(policy(config, "a").limits().effect())
        .isEqualTo(new Effect(IdentityRule.ALL_ARGUMENTS, "session", Duration.ofDays(7), null));
    assertThat(policy(config, "b").limits().effect())
        .isEqualTo(new Effect(IdentityRule.ALL_ARGUMENTS, "session", Duration.ofHours(1), null));
    assertThat(policy(config, "c").limits().effect())
        .isEqualTo(
            new Effect(
                IdentityRule.of(List.of(), List.of("id"), Normalisation.NONE),
                "global",
                Duration.ofDays(7),
                "look"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "max_calls: 0 | expected a whole number from 1 to 1000000, found 0",
        "max_calls: often | expected a whole number from 1 to 1000000, found the string \"often\"",
        "max_calls: [5, 10s] | expected a whole number from 1 to 1000000, found a list",
        "max_calls: {n: 5} | overrides.a.max_calls lacks the key \"within\"",
        "max_calls: {n: 5, per: 10s} | unknown key \"per\" in overrides.a.max_calls",
        "max_calls: {n: 1001, within: 10s} | overrides.a.max_calls.n: expected a whole number from 1 to 1000",
        "max_calls: {n: 5, within: 10} | overrides.a.max_calls.within: expected a time from 1s to 24h",
        "before: never | overrides.a.before: expected ask or deny, found the string \"never\"",
        "before: {deny: } | overrides.a.before.deny: expected a string",
        "before: {refuse: No.} | unknown key \"refuse\" in overrides.a.before",
        "effect: twice | overrides.a.effect: expected once, found the string \"twice\"",
        "effect: {per: user} | overrides.a.effect lacks the key \"once\"",
        "effect: {once: some} | overrides.a.effect.once: expected all, found the string \"some\"",
        "effect: {once: []} | overrides.a.effect.once: expected at least one",
        "effect: {once: all, for: user} | unknown key \"for\" in overrides.a.effect",
      })
  void refusesAnotherValue(String setting, String problem) {
    assertThat(Configs.problems("sentinel: {overrides: {a: {" + setting + "}}}"))
        .anySatisfy(each -> assertThat(each).contains(problem));
  }

  @Test
  void takesAnActionForALadderOfOneRung() {
    SentinelConfig config =
        Configs.valid(
            "sentinel: {default: {action: hint}, detectors: {error: {escalation: [warn, abort]}}}");

    assertThat(config.engine().defaults().escalation()).isEqualTo(Ladder.of(HINT));
    assertThat(config.engine().detector(ErrorDetector.Settings.DEFAULT).escalation())
        .isEqualTo(Ladder.of(WARN, ABORT));
    assertThat(config.engine().detector(CycleDetector.Settings.DEFAULT).escalation()).isNull();
  }

  @Test
  void letsAnOverrideNameAnActionIfDefaultNamesALadder() {
    SentinelConfig config =
        Configs.valid(
            "sentinel: {default: {escalation: [warn, hint]}, overrides: {a: {action: abort}}}");

    assertThat(policy(config, "a").escalation()).isEqualTo(Ladder.of(ABORT));
  }

  @Test
  void refusesAnActionBesideALadder() {
    assertThat(Configs.problems("sentinel: {default: {action: hint, escalation: [abort]}}"))
        .containsExactly(
            "file.yaml:1:36: default: \"action\" and \"escalation\" are mutually exclusive; action"
                + " is short for an escalation with one rung");
  }

  @Test
  void readsWhichArgumentsMakeTwoCallsTheSame() {
    SentinelConfig config =
        Configs.valid(
            """
            sentinel:
              overrides:
                search: {identity: {ignore: [request_id, "**.timestamp"]}}
                open:   {identity: {only: [path]}}
            """);

    assertThat(policy(config, "search").identity())
        .isEqualTo(
            IdentityRule.of(List.of("request_id", "**.timestamp"), List.of(), Normalisation.NONE));
    assertThat(policy(config, "open").identity())
        .isEqualTo(IdentityRule.of(List.of(), List.of("path"), Normalisation.NONE));
  }

  @Test
  void rejectsIgnoreTogetherWithOnly() {
    assertThat(Configs.problems("sentinel: {default: {identity: {ignore: [a], only: [b]}}}"))
        .containsExactly(
            "file.yaml:1:46: default.identity: \"ignore\" and \"only\" are mutually exclusive;"
                + " keep one");
  }

  @Test
  void refusesAPathThatCanNameNoArgument() {
    assertThat(Configs.problems("sentinel: {default: {identity: {ignore: [a, b..c]}}}"))
        .singleElement()
        .asString()
        .startsWith("file.yaml:1:41: default.identity.ignore: ")
        .contains("b..c");
  }

  @Test
  void readsWhichDifferencesDoNotCount() {
    SentinelConfig config =
        Configs.valid(
            """
            sentinel:
              default:
                identity:
                  paths: true
                  case: true
                  descriptions: true
                  defaults: {limit: 10, order: asc, all: false, cursor: null, ratio: .5, tags: [1]}
            """);

    Normalisation read = config.engine().defaults().identity().normalisation();
    assertThat(read.texts()).containsExactly(TextNormaliser.PATHS, TextNormaliser.CASE);
    assertThat(read.descriptions()).isTrue();
    assertThat(read.defaults())
        .containsEntry("limit", BigInteger.TEN)
        .containsEntry("order", "asc")
        .containsEntry("all", false)
        .containsEntry("cursor", null)
        .containsEntry("ratio", 0.5)
        .containsEntry("tags", List.of(BigInteger.ONE));
  }

  @Test
  void takesEachKeyOfTheIdentityFromDefaultThatAnOverrideLeavesOut() {
    SentinelConfig config =
        Configs.valid(
            """
            sentinel:
              default: {identity: {ignore: [id], paths: true, case: true, defaults: {limit: 10}}}
              overrides:
                one:   {identity: {case: false}}
                two:   {identity: {only: [path]}}
                three: {identity: {defaults: {}}}
                four:  {identity: {}}
            """);

    Map<String, @Nullable Object> limit = Map.of("limit", BigInteger.TEN);
    Set<TextNormaliser> paths = Set.of(TextNormaliser.PATHS);
    Set<TextNormaliser> both = Set.of(TextNormaliser.PATHS, TextNormaliser.CASE);
    assertThat(policy(config, "one").identity())
        .isEqualTo(
            IdentityRule.of(List.of("id"), List.of(), new Normalisation(paths, false, limit)));
    assertThat(policy(config, "two").identity())
        .isEqualTo(
            IdentityRule.of(List.of(), List.of("path"), new Normalisation(both, false, limit)));
    assertThat(policy(config, "three").identity())
        .isEqualTo(
            IdentityRule.of(List.of("id"), List.of(), new Normalisation(both, false, Map.of())));
    assertThat(policy(config, "four").identity()).isEqualTo(IdentityRule.ALL_ARGUMENTS);
  }

  @Test
  void rejectsInvalidIdentitySettings() {
    assertThat(
            Configs.problems(
                """
                sentinel:
                  default:
                    identity: {paths: on, defaults: [limit], white_space: true}
                """))
        .containsExactly(
            "file.yaml:3:23: default.identity.paths: expected true or false, found the string"
                + " \"on\"",
            "file.yaml:3:37: default.identity.defaults: expected a mapping of keys, found a list",
            "file.yaml:3:46: unknown key \"white_space\" in default.identity; did you mean"
                + " \"whitespace\"?");
  }

  private static ToolPolicy policy(SentinelConfig config, String tools) {
    return config.engine().overrides().stream()
        .filter(override -> override.tools().text().equals(tools))
        .findFirst()
        .orElseThrow()
        .policy();
  }
}
