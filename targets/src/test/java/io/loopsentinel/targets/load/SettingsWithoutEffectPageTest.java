package io.loopsentinel.targets.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Each item of the lists of settings without effect has a test of its own. */
class SettingsWithoutEffectPageTest {

  private static final Pattern SECTION =
      Pattern.compile("(?s)\\n## Settings without effect\\n(.*?)\\n## ");
  private static final Pattern ITEM = Pattern.compile("(?m)^- (.*)$");

  private static final Set<String> NOT_SOURCES = Set.of("target", "node_modules", ".git");

  /** The class of an item's test, and what stands in the source of the test alone. */
  private record Proof(String type, String text) {}

  private static final Map<String, Proof> PROOFS =
      Map.ofEntries(
          proof(
              "a target that matches no method",
              "UnmatchedTargetIT",
              "has matched no method so far"),
          proof(
              "a profile that is named and matches no method",
              "SettingsWithoutEffectTest",
              "areProfilesThatMatchNothing"),
          proof(
              "an override that no call matched",
              "RunSummaryTest",
              "namesOverridesThatNoCallMatchedTheMisspeltOnesFirst"),
          proof(
              "`identity.ignore`, `only` and `ignore_results` that matched no argument or result",
              "UnusedPathsTest",
              "areReportedWhileTheJvmRunsOnceTheirRuleWasUsedOften"),
          proof(
              "`redact` paths that matched no argument of 50 calls that had some",
              "UnusedPathsTest",
              "areThoseOfRedactThatNoneOfFiftyCallsHad"),
          proof(
              "`detectors.volatile` patterns that matched none of 50 results",
              "UnusedPathsTest",
              "arePatternsThatMatchedNoneOfFiftyResults"),
          warning(
              "settings beside `exempt`, or of a detector that is off",
              "has no effect because the detector is off"),
          warning("an override behind one that matches the same", "is never used because"),
          warning("a threshold above the window", "default.threshold (11) can never be reached"),
          warning(
              "`threshold_with_progress` beside `progress: ignore`",
              "overrides.a.threshold_with_progress has no effect"),
          warning("`identity.descriptions` beside `only`", "identity.descriptions has no effect"),
          warning("rungs behind `terminate`", "rungs after terminate are never reached"),
          found("`budgets` per a label that no target sets", "no target sets the label user, so"),
          found("`budgets` per a label that calls lacked", "none of the 10 calls and turns so far"),
          found(
              "`budgets` per a label that only targets set which match nothing",
              "areLabelsWhoseTargetMatchesNothing"),
          found(
              "caps on turns, tokens or cost where no turn, or no tokens, are seen",
              "budgets.daily.cost_usd: no turn target has told its tokens"),
          warning("`cost_usd` without `prices`", "budget.cost_usd has no effect"),
          found("`prices` that have none for a model in use", "no price matches the model"),
          warning(
              "`time_zone` without a window of an hour, a day or a month",
              "budgets[0].time_zone has no effect"),
          found(
              "`budgets_state` without a budget that is kept",
              "budgets_state: keeps nothing, since budgets of a window run"),
          found(
              "`prices`, `costs`, `breaker`, `similar_turns` without a `turn` target that matches",
              "areThoseOfTurnsIfNoTargetSeesOne"),
          found("`breaker` without a mode", "has no effect while breaker.mode is none"),
          found(
              "`abort_at: next_request` with tool targets of one's own and no `turn` target that"
                  + " matches",
              "areEndsAtTheNextRequestIfNoTargetSeesOne"),
          found(
              "`reuse` in a ladder without an override that has `reuse`",
              "the rung reuse is left out"),
          found(
              "`only_on_rung` without a ladder that says `reuse`", "no ladder has the rung reuse"),
          found(
              "`reuse` per a label that no target sets",
              "no target sets the label user, so nothing is reused"),
          found("`ask` without a ladder that says so", "ask: has no effect"),
          found(
              "a ladder or `before` that says `ask` where nobody can answer",
              "overrides.pay_*.before: nobody can answer where it says ask"),
          found("`effect.per` a label that no target sets", "overrides.pay.effect.per: no target"),
          found("`metric_label` that no target sets", "metric_label: no target sets the label"),
          warning(
              "keys of an override beside `before: deny`",
              "max_calls has no effect because before"),
          found("a webhook none of whose `events` can occur", "none of its events can occur"),
          found(
              "`sessions.on_store_error` without `sessions.store`",
              "sessions.on_store_error: has no effect"),
          proof(
              "`sessions.store` without a session that is the same in several JVMs",
              "SessionsOfTargetsTest",
              "sessions.store: only budgets are shared"),
          found("`answer_links` without a ladder that says `ask`", "answer_links: has no effect"),
          warning("`report_hour` without `report`", "report_hour has no effect"),
          warning(
              "`audit.calls`, `max_size`, `max_files` without `audit.file`",
              "telemetry.audit.max_files has no effect"),
          warning(
              "`host` of the page or of Prometheus without `port`",
              "telemetry.prometheus.host has no effect"),
          warning("`jfr.checks` without `jfr.enabled`", "telemetry.jfr.checks has no effect"),
          warning("`log_to` with the log off", "telemetry.log_to has no effect"),
          proof(
              "`opentelemetry`, `micrometer` in an application without them",
              "MicrometerIT",
              "gets no metrics"),
          warning("`reload` without a file", "warnsOfAReloadWithoutAFile"),
          proof(
              "a detector, receiver or store of an extension that is absent",
              "ConfigChangesTest",
              "is absent: what"));

  @Test
  void namesSettingsThatHaveATest() throws IOException {
    Path page = Configs.inRepository("docs/troubleshooting.md").toPath();
    String section =
        SECTION.matcher(Files.readString(page)).results().findFirst().orElseThrow().group(1);
    List<String> items = ITEM.matcher(section).results().map(item -> item.group(1)).toList();

    assertThat(PROOFS.keySet()).containsExactlyInAnyOrderElementsOf(items);
    Map<String, Path> sources = sources(page.resolveSibling("..").toRealPath());
    for (Map.Entry<String, Proof> item : PROOFS.entrySet()) {
      Proof proof = item.getValue();
      Path source = sources.get(proof.type() + ".java");
      assertThat(source).as("%s, a source", proof.type()).isNotNull();
      assertThat(Files.readString(source).contains(proof.text()))
          .as("%s: \"%s\" in %s", item.getKey(), proof.text(), proof.type())
          .isTrue();
    }
  }

  /** Returns the sources of all modules by the name of the file. */
  private static Map<String, Path> sources(Path repository) throws IOException {
    Map<String, Path> sources = new HashMap<>();
    Files.walkFileTree(
        repository,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
            return NOT_SOURCES.contains(folder.getFileName().toString())
                ? FileVisitResult.SKIP_SUBTREE
                : FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            sources.put(file.getFileName().toString(), file);
            return FileVisitResult.CONTINUE;
          }
        });
    return sources;
  }

  private static Map.Entry<String, Proof> proof(String item, String type, String text) {
    return Map.entry(item, new Proof(type, text));
  }

  private static Map.Entry<String, Proof> warning(String item, String text) {
    return proof(item, "ConfigWarningsTest", text);
  }

  private static Map.Entry<String, Proof> found(String item, String text) {
    return proof(item, "SettingsWithoutEffectTest", text);
  }
}
