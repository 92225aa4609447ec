package io.loopsentinel.targets.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.loopsentinel.targets.config.ConfigResult;
import io.loopsentinel.targets.config.SentinelConfig;
import io.loopsentinel.targets.config.TargetSpec;
import io.loopsentinel.targets.load.SettingsWithoutEffect.Facts;
import io.loopsentinel.targets.load.SettingsWithoutEffect.Labelled;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Settings that are valid and can have no effect. */
class SettingsWithoutEffectTest {

  private static final String PRICES = "budget: {prices: {\"small-*\": {input: 1, output: 1}}}, ";
  private static final String USER_TARGET =
      ", targets: [{name: desk, kind: run, type: com.acme.Desk, method: ask, labels: {user: arg0}}]";
  private static final String TURN_TARGET =
      "targets: [{name: model, kind: turn, type: com.acme.Model, method: ask, text: return%s}]";

  @ParameterizedTest
  @MethodSource
  void areKnownFromTheConfiguration(String content, String message) {
    assertThat(SettingsWithoutEffect.inConfiguration(config(content))).containsExactly(message);
  }

  static Stream<Arguments> areKnownFromTheConfiguration() {
    return Stream.of(
        arguments(
            "budgets: [{name: daily, per: user, turns: 5}]",
            "budgets.daily: no target sets the label user, so it counts nothing; set it by labels"
                + " of a target, such as labels: {user: arg0}"),
        arguments(
            "budget: {turns: 5}, budgets_state: state.json",
            "budgets_state: keeps nothing, since no budget is shared by sessions; per: session is"
                + " kept in memory alone"),
        arguments(
            "budgets: [{name: a, per: global, window: run, turns: 5}], budgets_state: state.json",
            "budgets_state: keeps nothing, since budgets of a window run are kept in memory alone"),
        arguments(
            "telemetry: {page: {port: 0}, webhooks: [{url: \"http://127.0.0.1:9/x\", answer_links:"
                + " \"http://127.0.0.1:9/\"}]}",
            "telemetry.webhooks[0].answer_links: has no effect, since no ladder has the action ask"),
        arguments(
            "default: {escalation: [warn, reuse]}",
            "escalation: the rung reuse is left out, because no override has reuse, which says that"
                + " its tools only read"),
        arguments(
            "overrides: {get_x: {reuse: {only_on_rung: true}}}",
            "overrides.get_x.reuse.only_on_rung: no ladder has the rung reuse, so nothing is"
                + " reused"),
        arguments(
            "overrides: {get_x: {reuse: {per: user}}}",
            "overrides.get_x.reuse: no target sets the label user, so nothing is reused; set it by"
                + " labels of a target, such as labels: {user: arg0}"),
        arguments("ask: {timeout: 10m}", "ask: has no effect, since no ladder has the action ask"),
        arguments(
            "default: {action: ask}, telemetry: {jmx: false}",
            "escalation: nobody can answer where it says ask, so each such call waits for"
                + " ask.timeout; set telemetry.page.port or telemetry.jmx: true"),
        arguments(
            "overrides: {pay: {effect: {once: all, per: user}}}",
            "overrides.pay.effect.per: no target sets the label user, so the effect happens once in"
                + " each session; set it by labels of a target, such as labels: {user: arg0}"),
        arguments(
            "telemetry: {metric_label: tenant, prometheus: {port: 0}}",
            "telemetry.metric_label: no target sets the label tenant; set it by labels of a target,"
                + " such as labels: {tenant: arg0}"),
        arguments(
            "overrides: {\"pay_*\": {before: ask}}, telemetry: {jmx: false}",
            "overrides.pay_*.before: nobody can answer where it says ask, so each such call waits"
                + " for ask.timeout; set telemetry.page.port or telemetry.jmx: true"),
        arguments(
            "sessions: {on_store_error: hint}",
            "sessions.on_store_error: has no effect without sessions.store"),
        arguments(
            "breaker: {failures: 3}",
            "breaker: has no effect while breaker.mode is none; set observe or enforce"),
        arguments(
            "telemetry: {webhooks: [{url: \"http://127.0.0.1:9/x\", events: [call.waiting,"
                + " provider.unavailable, cost.attributed, store.recovered]}]}",
            "telemetry.webhooks[0]: none of its events can occur with these settings:"
                + " call.waiting, cost.attributed, provider.unavailable and store.recovered"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "mode: enforce",
        "budgets: [{name: daily, per: user, turns: 5}]" + USER_TARGET,
        "budgets: [{name: daily, per: agent, turns: 5}], budgets_state: state.json",
        "budgets: [{name: a, per: agent, turns: 5}, {name: b, per: agent, window: day, turns: 9}]",
        "default: {action: ask}, ask: {timeout: 10m}",
        "breaker: {mode: observe, failures: 3}",
        "budget: {tool_calls: 5, calls_per_tool: 4}",
        "telemetry: {webhooks: [{url: \"http://127.0.0.1:9/x\"}]}"
      })
  void findsNoneInASensibleConfiguration(String content) {
    assertThat(SettingsWithoutEffect.inConfiguration(config(content))).isEmpty();
  }

  @Test
  void areKnownFromTheTargetsThatMatch() {
    SentinelConfig config =
        config(
            PRICES
                + "budgets: [{name: daily, per: global, cost_usd: 5}], breaker: {mode: enforce}");

    assertThat(SettingsWithoutEffect.onTargets(config, List.of()))
        .containsExactly(
            "budgets.daily.cost_usd: no turn of a model is seen, so it counts nothing; it needs a"
                + " target of kind turn that matches a method",
            "breaker.mode: no turn of a model is seen, so it counts nothing; it needs a target of"
                + " kind turn that matches a method");
    assertThat(SettingsWithoutEffect.onTargets(config, turnTarget("")))
        .containsExactly(
            "budgets.daily.cost_usd: no turn target that matches a method tells its tokens, so it"
                + " counts nothing; set input_tokens and output_tokens of the target");
    assertThat(SettingsWithoutEffect.onTargets(config, turnTarget(", input_tokens: return.size")))
        .isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "detectors.similar_turns! detectors: {similar_turns: {warn_after: 4}}",
        "telemetry.costs! telemetry: {costs: true}",
        "budget.prices! budget: {prices: {a: {input: 1, output: 1}}}",
        "breaker.mode! breaker: {mode: observe}",
        "budget.turns! budget: {turns: 3}"
      })
  void areThoseOfTurnsIfNoTargetSeesOne(String settings) {
    String[] parts = settings.split("! ", 2);

    assertThat(SettingsWithoutEffect.onTargets(config(parts[1]), List.of()))
        .containsExactly(
            parts[0]
                + ": no turn of a model is seen, so it counts nothing; it needs a target of kind"
                + " turn that matches a method");
    assertThat(
            SettingsWithoutEffect.onTargets(
                config(parts[1]), turnTarget(", input_tokens: return.size")))
        .isEmpty();
  }

  @Test
  void reportsCostsOfTurnsWithoutTokens() {
    assertThat(SettingsWithoutEffect.onTargets(config("telemetry: {costs: true}"), turnTarget("")))
        .containsExactly(
            "telemetry.costs: no turn target that matches a method tells its tokens, so it counts"
                + " nothing; set input_tokens and output_tokens of the target");
  }

  @Test
  void areProfilesThatMatchNothing() {
    Profiles shipped = Profiles.shipped();
    String yaml = "sentinel: {profiles: [langchain4j, koog]}";
    SentinelConfig named =
        Configs.loaded(new ConfigLoader(shipped).read(yaml, "file.yaml")).config();
    List<TargetSpec> koog = shipped.read("koog");
    Map<String, List<TargetSpec>> profiles =
        Map.of("langchain4j", shipped.read("langchain4j"), "koog", koog);
    List<TargetSpec> matching = koog.subList(0, 1);

    assertThat(SettingsWithoutEffect.unusedProfiles(named, profiles, matching))
        .containsExactly(
            "profiles: langchain4j matches no method; its framework is not there, or in a version"
                + " that the profile does not know");
    assertThat(SettingsWithoutEffect.unusedProfiles(config("mode: enforce"), profiles, matching))
        .isEmpty();
  }

  @Test
  void areEndsAtTheNextRequestIfNoTargetSeesOne() {
    String tool =
        "targets: [{name: tool, kind: tool, type: com.acme.Desk, method: call, session: arg0, tool: arg1}]";
    List<TargetSpec> tools = config(tool).targets();
    List<TargetSpec> both = Stream.concat(tools.stream(), turnTarget("").stream()).toList();

    assertThat(SettingsWithoutEffect.onTargets(config(tool), tools))
        .containsExactly(
            "abort_at: no target sees requests to the model: an abort is thrown at the call; add a"
                + " target of kind turn");
    assertThat(SettingsWithoutEffect.onTargets(config(tool), both)).isEmpty();
    assertThat(SettingsWithoutEffect.onTargets(config("abort_at: call, " + tool), tools)).isEmpty();
    assertThat(SettingsWithoutEffect.onTargets(config(tool), List.of())).isEmpty();
  }

  @Test
  void areLabelsWhoseTargetMatchesNothing() {
    SentinelConfig config =
        config("budgets: [{name: daily, per: user, tool_calls: 5}]" + USER_TARGET);

    assertThat(SettingsWithoutEffect.onTargets(config, List.of()))
        .singleElement()
        .asString()
        .startsWith("budgets.daily: no target sets the label user");
    assertThat(SettingsWithoutEffect.onTargets(config, config.targets())).isEmpty();
  }

  @Test
  void areKnownAfterSomeCallsAndTurns() {
    SentinelConfig config =
        config(PRICES + "budgets: [{name: daily, per: user, cost_usd: 5}]" + USER_TARGET);

    assertThat(afterCalls(config, 9, 0)).isEmpty();
    assertThat(
            SettingsWithoutEffect.atRunTime(
                config, new Facts(labelled(5, 0), labelled(5, 0), 5, Set.of("large"))))
        .containsExactly(
            "budgets.daily: none of the 10 calls and turns so far had the label user, so it counts"
                + " nothing; set it by labels of a target, such as labels: {user: arg0}",
            "budget.prices: no price matches the model \"large\", which costs nothing and counts"
                + " nothing for budgets.daily.cost_usd; add it, or the pattern \"*\"");
    assertThat(afterCalls(config, 10, 10))
        .singleElement()
        .asString()
        .startsWith("budgets.daily.cost_usd: no turn of a model is seen");
    assertThat(
            SettingsWithoutEffect.atRunTime(
                config, new Facts(labelled(20, 20), labelled(10, 10), 0, Set.of())))
        .singleElement()
        .asString()
        .startsWith("budgets.daily.cost_usd: no turn target has told its tokens");
    assertThat(
            SettingsWithoutEffect.atRunTime(
                config, new Facts(labelled(20, 0), labelled(10, 10), 10, Set.of())))
        .as("turns alone have a cost")
        .isEmpty();
  }

  /** As those of a stream, which is not in the run that has the label. */
  @Test
  void areBudgetsPerALabelThatSomeCallsLack() {
    SentinelConfig config =
        config(
            "budgets: [{name: calls, per: user, tool_calls: 5}, {name: turns, per: user, turns: 5}]"
                + USER_TARGET);

    assertThat(
            SettingsWithoutEffect.atRunTime(
                config, new Facts(labelled(20, 20), labelled(20, 19), 20, Set.of())))
        .containsExactly(
            "budgets.turns: some of the 40 calls and turns so far had no label user, so it does not"
                + " count them; set it by labels of their target, or of a run target around them");
    assertThat(afterCalls(config, 10, 1))
        .contains(
            "budgets.calls: some of the 10 calls and turns so far had no label user, so it does not"
                + " count them; set it by labels of their target, or of a run target around them");
  }

  private static List<String> afterCalls(SentinelConfig config, long calls, long ofUsers) {
    return SettingsWithoutEffect.atRunTime(
        config, new Facts(labelled(calls, ofUsers), labelled(0, 0), 0, Set.of()));
  }

  private static Labelled labelled(long all, long ofUsers) {
    return new Labelled(all, ofUsers == 0 ? Map.of() : Map.of("user", ofUsers));
  }

  @Test
  void knowTheLabelsOfTheProfiles() {
    Profiles profiles = Profiles.shipped();
    Set<String> labels = new TreeSet<>();
    for (String name : profiles.names()) {
      profiles.read(name).forEach(target -> labels.addAll(target.labels().keySet()));
    }

    assertThat(labels).isEqualTo(SettingsWithoutEffect.PROFILE_LABELS);
  }

  private static List<TargetSpec> turnTarget(String readings) {
    return config(TURN_TARGET.formatted(readings)).targets();
  }

  private static SentinelConfig config(String content) {
    return ((ConfigResult.Loaded) Configs.loader().read("sentinel: {" + content + "}", "f.yaml"))
        .config();
  }
}
