package io.loopsentinel.agent.launch;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.loopsentinel.engine.api.SharedStore;
import io.loopsentinel.engine.api.SharedStoreExtension;
import io.loopsentinel.targets.config.ConfigResult;
import io.loopsentinel.targets.config.ConfigResult.Loaded;
import io.loopsentinel.targets.load.ConfigLoader;
import io.loopsentinel.targets.load.Profiles;
import io.loopsentinel.targets.match.TestClassFiles;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A reload notices each change of a configuration. */
class ConfigChangesTest {

  private static final String TARGET =
      "targets: [{name: a, kind: tool, type: A, method: m, tool: %s}]";

  /** What is read at the start alone: there is nothing to change later. */
  private static final List<String> OF_THE_START = List.of("on_config_error");

  /** A value of each section, other than the default. */
  private static final Map<String, String> CHANGES =
      Map.ofEntries(
          Map.entry("preset", "preset: strict"),
          Map.entry("mode", "mode: observe"),
          Map.entry("abort_at", "abort_at: call"),
          Map.entry("profiles", "profiles: none"),
          Map.entry("reload", "reload: 5s"),
          Map.entry("extensions", "extensions: [JAR]"),
          Map.entry("default", "default: {threshold: 7}"),
          Map.entry("overrides", "overrides: {read: {threshold: 7}}"),
          Map.entry("detectors", "detectors: {cycle: {repetitions: 7}}"),
          Map.entry("budget", "budget: {tool_calls: 7}"),
          Map.entry("budgets", "budgets: [{name: all, per: global, tool_calls: 7}]"),
          Map.entry("budgets_state", "budgets_state: spent.json"),
          Map.entry("breaker", "breaker: {mode: observe}"),
          Map.entry("sessions", "sessions: {max: 7}"),
          Map.entry("ask", "ask: {timeout: 7s}"),
          Map.entry("targets", TARGET.formatted("arg1")),
          Map.entry("telemetry", "telemetry: {log: debug}"));

  @TempDir private Path folder;

  /** A store that JVMs share. */
  public static final class Ours implements SharedStoreExtension {

    @Override
    public String name() {
      return "ours";
    }

    @Override
    public String mainSetting() {
      return "path";
    }

    @Override
    public SharedStore configure(Map<String, Object> settings) {
      return new Log();
    }
  }

  /** A log of nothing. */
  public static final class Log implements SharedStore {

    @Override
    public List<Entry> append(String session, Append append) {
      return List.of();
    }

    @Override
    public Map<String, Double> add(Map<String, Double> amounts, Duration expiry) {
      return amounts;
    }

    @Override
    public List<SharedStore.Log> logs(int max) {
      return List.of();
    }

    @Override
    public void close() {}
  }

  @BeforeEach
  void writeExtension() throws IOException {
    TestClassFiles.writeExtensions(
        jar().toFile(), Map.of(SharedStoreExtension.class, Ours.class), Log.class);
  }

  @Test
  void areSeenInEachSectionOfTheSchema() throws IOException {
    JsonNode sections =
        new ObjectMapper()
            .readTree(new File("../sentinel-config.schema.json"))
            .at("/properties/sentinel/properties");
    List<String> names = new ArrayList<>();
    sections.fieldNames().forEachRemaining(names::add);
    names.removeAll(OF_THE_START);

    assertThat(CHANGES.keySet()).containsExactlyInAnyOrderElementsOf(names);
    CHANGES.forEach(
        (name, change) -> {
          assertThat(changes("", "  " + change + "\n").sections()).as(change).contains(name);
        });
  }

  @Test
  void nameTheSectionInWhichABudgetChanged() {
    String budget = "  budget: {turns: 5, prices: {small: {input: 1, output: 2}}}\n";
    String budgets = "  budgets: [{name: all, per: global, turns: 7}]\n";

    assertThat(changes(budget + budgets, budget + budgets.replace("7", "8")))
        .hasToString("budgets");
    assertThat(changes(budget + budgets, budget.replace("5", "6") + budgets)).hasToString("budget");
    assertThat(changes(budget + budgets, budget.replace("input: 1", "input: 3") + budgets))
        .hasToString("budget");
    assertThat(changes(budget + budgets, "")).hasToString("budget, budgets");
  }

  private ConfigChanges changes(String before, String next) {
    return ConfigChanges.between(load(before), load(next));
  }

  @Test
  void areNoneBetweenTwoReadingsOfOneFile() {
    StringBuilder all = new StringBuilder();
    CHANGES.forEach(
        (name, change) -> {
          if (!name.equals("extensions")) {
            all.append("  ").append(change).append('\n');
          }
        });

    assertThat(ConfigChanges.between(load(all.toString()), load(all.toString())).isEmpty())
        .isTrue();
  }

  @Test
  void areOfTheExtensionsWhenTheyAreReadAgain() {
    String yaml = "  extensions: [JAR]\n  sessions: {store: {ours: a}}\n";

    assertThat(changes(yaml, yaml)).hasToString("extensions");
  }

  @Test
  void sayThatAnotherSharedStoreIsUsedFromTheNextStart() {
    String yaml = "  extensions: [JAR]\n  sessions: {store: {ours: a}}\n";

    assertThat(ConfigChanges.between(load(yaml), load(yaml.replace("ours: a", "ours: b"))))
        .hasToString("extensions, sessions (sessions.store: from the next start on)");
    assertThat(ConfigChanges.between(load(yaml), load("")))
        .hasToString("extensions, sessions (sessions.store: from the next start on)");
    assertThat(ConfigChanges.between(load(yaml), load(yaml.replace("a}}", "a}, max: 7}"))))
        .hasToString("extensions, sessions");
  }

  @Test
  void comeWithAWarningIfAStoreIsBroughtAndAbsent() {
    assertThat(load("  extensions: [JAR]\n").warnings())
        .extracting(warning -> warning.toString().replaceFirst(".*: (.* is absent)", "$1"))
        .containsExactly(
            "sessions.store.ours is absent: what the extension provides by that name is switched"
                + " off");
  }

  private Path jar() {
    return folder.resolve("mine.jar");
  }

  private Loaded load(String sections) {
    String yaml = "sentinel:\n" + sections.replace("JAR", jar().toString());
    ConfigResult result = new ConfigLoader(Profiles.shipped()).read(yaml, "a.yaml");
    assertThat(result).as(yaml).isInstanceOf(Loaded.class);
    return (Loaded) result;
  }
}
