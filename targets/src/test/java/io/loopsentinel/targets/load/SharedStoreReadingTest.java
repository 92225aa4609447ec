package io.loopsentinel.targets.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.loopsentinel.engine.api.SettingException;
import io.loopsentinel.engine.api.SharedStore;
import io.loopsentinel.engine.api.SharedStoreExtension;
import io.loopsentinel.engine.settings.OnStoreError;
import io.loopsentinel.targets.config.ConfigResult;
import io.loopsentinel.targets.config.ConfigResult.Loaded;
import io.loopsentinel.targets.config.SentinelConfig;
import io.loopsentinel.targets.extension.Extensions;
import io.loopsentinel.targets.extension.Extensions.ConfiguredStore;
import io.loopsentinel.targets.match.TestClassFiles;
import io.loopsentinel.targets.text.Wording;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The keys {@code store} and {@code on_store_error} of the section {@code sessions}. */
class SharedStoreReadingTest {

  private static final Map<String, String> ENVIRONMENT =
      Map.of("STORE_PASSWORD", "S3CRET", "STORE_URI", "remote://me:S3CRET@host:1/x");

  @TempDir private File folder;

  /** A store that accepts all settings, except for a few. */
  public static final class Remote implements SharedStoreExtension {

    @Override
    public String name() {
      return "remote";
    }

    @Override
    public String mainSetting() {
      return "uri";
    }

    @Override
    public SharedStore configure(Map<String, Object> settings) throws SettingException {
      if (String.valueOf(settings.get("uri")).contains("bad")) {
        throw new SettingException("uri", "there is no host in " + settings.get("uri"));
      }
      if (settings.containsKey("fails")) {
        throw new IllegalStateException("cannot parse " + settings);
      }
      return new Settings(new TreeMap<>(settings).toString());
    }
  }

  /** A store whose only session has the text of the settings as its name. */
  public record Settings(String text) implements SharedStore {

    @Override
    public List<Entry> append(String session, Append append) {
      return List.of();
    }

    @Override
    public Map<String, Double> add(Map<String, Double> amounts, Duration expiry) {
      return amounts;
    }

    @Override
    public List<Log> logs(int max) {
      return List.of(new Log(text, 0, "a", Set.of("a")));
    }

    @Override
    public void close() {}
  }

  @BeforeEach
  void writeJar() throws IOException {
    TestClassFiles.writeExtensions(
        jar(), Map.of(SharedStoreExtension.class, Remote.class), Settings.class);
  }

  @Test
  void passesSettingsWithTheirVariablesToTheStore() throws Exception {
    SentinelConfig config =
        loaded(
            "{remote: {uri: \"${STORE_URI}\", timeout: 5ms, port: 7, tls: {password:"
                + " \"x${STORE_PASSWORD}x\"}, hosts: [a, \"${STORE_PASSWORD}\"], none: null}}");

    assertThat(config.sharedStore()).contains("remote");
    assertThat(settings(config))
        .isEqualTo(
            "{hosts=[a, S3CRET], port=7, timeout=5ms, tls={password=xS3CRETx},"
                + " uri=remote://me:S3CRET@host:1/x}");
  }

  @Test
  void textIsTheMainSetting() throws Exception {
    assertThat(settings(loaded("{remote: \"${STORE_URI}\"}")))
        .isEqualTo("{uri=remote://me:S3CRET@host:1/x}");
    assertThat(settings(loaded("{remote: }"))).isEqualTo("{}");
  }

  @ParameterizedTest
  @ValueSource(strings = {"{}", "null", ""})
  void noneIsConfiguredByAnEmptySection(String store) throws IOException {
    Loaded loaded = Configs.loaded(read(store));

    assertThat(loaded.config().sharedStore()).isEmpty();
    assertThat(configured(loaded.config())).isEmpty();
    assertThat(loaded.warnings())
        .singleElement()
        .asString()
        .endsWith(
            "sessions.store.remote is absent: what the extension provides by that name is switched"
                + " off");
  }

  @ParameterizedTest
  @EnumSource
  void callsAreHandledAsConfiguredWhileItIsUnavailable(OnStoreError value) throws IOException {
    SentinelConfig config = loaded("{remote: a}\n    on_store_error: " + Wording.nameOf(value));

    assertThat(config.engine().sessions().onStoreError()).isEqualTo(value);
    assertThat(SettingsWithoutEffect.inConfiguration(config)).isEmpty();
  }

  @ParameterizedTest
  @MethodSource
  void isRefused(String store, String problem) throws IOException {
    assertThat(Configs.problems(read(store)))
        .singleElement()
        .asString()
        .isEqualTo(new File(folder, "a.yaml") + ":" + problem)
        .doesNotContain("S3CRET");
  }

  static Stream<Arguments> isRefused() {
    return Stream.of(
        arguments(
            "{redis: \"redis://me:S3CRET@host\"}",
            "4:13: sessions.store: there is no store redis; add loop-sentinel-redis.jar to"
                + " extensions"),
        arguments(
            "{file: {path: a}}",
            "4:13: sessions.store: there is no store file; add loop-sentinel-file.jar to"
                + " extensions"),
        arguments(
            "{remot: {uri: a}}",
            "4:13: sessions.store: there is no store remot; did you mean \"remote\"?"),
        arguments(
            "{database: a}",
            "4:13: sessions.store: there is no store database; add the jar of an extension that"
                + " has it to extensions"),
        arguments(
            "remote://me:S3CRET@host",
            "4:12: sessions.store: expected a store of an extension such as {redis: {uri:"
                + " \"redis://cache:6379\"}}; the value is not shown because it may be a secret"),
        arguments(
            "{remote: [\"remote://me:S3CRET@host\"]}",
            "4:21: sessions.store.remote: expected a mapping of settings, or a text as uri; the"
                + " value is not shown because it may be a secret"),
        arguments(
            "{remote: {a: 1, uri: \"remote://me:S3CRET@bad\"}}",
            "4:33: sessions.store.remote.uri: there is no host in remote://***@bad"),
        arguments(
            "{remote: \"remote://S3CRET@bad\"}",
            "4:21: sessions.store.remote.uri: there is no host in remote://***@bad"),
        arguments(
            "{remote: {fails: true, password: S3CRET}}",
            "4:21: sessions.store.remote: cannot be configured: java.lang.IllegalStateException:"
                + " cannot parse {fails=true, password=***}"),
        arguments(
            "{remote: {uri: \"${UNSET}\"}}",
            "4:27: the environment variable UNSET is not set or empty;"
                + " set it, or remove the key"),
        arguments(
            "{remote: {tls: {password: \"${S3 CRET\"}}}",
            "4:38: expected the name of an environment variable between ${ and }, such as ${NAME};"
                + " write $${ for the characters ${"),
        arguments(
            "{remote: a}\n    on_store_error: close",
            "5:21: sessions.on_store_error: expected local, open or hint, found the string"
                + " \"close\""));
  }

  @Test
  void cannotBeTwo() throws IOException {
    assertThat(Configs.problems(read("{remote: a, redis: b}")))
        .contains(new File(folder, "a.yaml") + ":4:12: sessions.store: expected only one store");
  }

  @Test
  void canOnlyBeSetInTheFile() {
    assertThat(Configs.problems(Configs.load("sessions.store=a", Map.of(), Map.of())))
        .containsExactly("agent argument: \"sessions.store\" can only be set in the file");
  }

  @Test
  void variablesOfAnotherJvmAreNotNeeded() throws IOException {
    String path = write("{remote: {uri: \"${UNSET}\"}}").getPath();

    SentinelConfig config =
        Configs.loaded(Configs.loader().check(path, Map.of(), Map.of())).config();

    assertThat(config.sharedStore()).contains("remote");
    assertThat(configured(config)).isEmpty();
  }

  @Test
  void noTextOfAConfigurationShowsPasswords() throws IOException {
    SentinelConfig config = loaded("{remote: {uri: \"${STORE_URI}\"}}");

    assertThat(config + " " + configured(config)).contains("remote").doesNotContain("S3CRET");
  }

  private SentinelConfig loaded(String store) throws IOException {
    Loaded loaded = Configs.loaded(read(store));
    assertThat(loaded.warnings()).isEmpty();
    return loaded.config();
  }

  private ConfigResult read(String store) throws IOException {
    return Configs.load(write(store).getPath(), Map.of(), ENVIRONMENT);
  }

  private File write(String store) throws IOException {
    File file = new File(folder, "a.yaml");
    String yaml =
        """
        sentinel:
          extensions: ["%s"]
          sessions:
            store: %s
        """;
    Files.writeString(file.toPath(), yaml.formatted(jar().getPath(), store));
    return file;
  }

  private File jar() {
    return new File(folder, "remote.jar");
  }

  private static Optional<ConfiguredStore> configured(SentinelConfig config) {
    return config.extensions().flatMap(Extensions::configuredSharedStore);
  }

  private static String settings(SentinelConfig config) throws Exception {
    return configured(config).orElseThrow().store().logs(1).get(0).session();
  }
}
