package io.loopsentinel.targets.load;

import io.loopsentinel.targets.config.ConfigResult;
import io.loopsentinel.targets.config.SentinelConfig;
import io.loopsentinel.targets.config.SettingValues;
import io.loopsentinel.targets.yaml.ConfigNode;
import io.loopsentinel.targets.yaml.ConfigNode.Scalar;
import io.loopsentinel.targets.yaml.Origin;
import io.loopsentinel.targets.yaml.Problems;
import io.loopsentinel.targets.yaml.Variables;
import io.loopsentinel.targets.yaml.YamlReader;
import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reads a configuration from all of its sources.
 *
 * <p>The order of precedence is: agent argument, system properties ({@code
 * loopsentinel.default.threshold}), environment variables ({@code LOOPSENTINEL_DEFAULT_THRESHOLD}),
 * file, defaults. All values are read by the same rules, and all problems are reported together.
 * Files are read with {@code java.io} only: {@code java.nio.file}, used before main, would fix the
 * application's default file system too early. Thread-safe.
 *
 * @param profiles the profiles that a configuration can name
 */
public record ConfigLoader(Profiles profiles) {

  private static final int MAX_BYTES = 4 * YamlReader.MAX_CHARACTERS;

  /** Reads the configuration of this JVM. */
  public ConfigResult load(@Nullable String agentArgument) {
    return load(agentArgument, systemProperties(), System.getenv());
  }

  /** Reads a configuration with the properties of this JVM, and further environment variables. */
  public ConfigResult load(@Nullable String agentArgument, Map<String, String> variables) {
    Map<String, String> environment = new HashMap<>(System.getenv());
    environment.putAll(variables);
    return load(agentArgument, systemProperties(), environment);
  }

  /** Returns the file that {@link #load(String)} reads, if any; it may not exist. */
  public Optional<File> file(@Nullable String agentArgument) {
    Scalar file =
        ExternalSettings.collect(agentArgument, systemProperties(), System.getenv(), new Problems())
            .find(ExternalSettings.FILE);
    return Optional.ofNullable(file).map(path -> new File(path.text()));
  }

  private static Map<String, String> systemProperties() {
    Map<String, String> properties = new HashMap<>();
    for (String name : System.getProperties().stringPropertyNames()) {
      properties.put(name, System.getProperty(name, ""));
    }
    return properties;
  }

  /**
   * Reads the configuration of an application.
   *
   * @param agentArgument the text after the agent's jar and {@code =}, if any: a path or settings
   *     such as {@code config=a.yaml,mode=observe}
   */
  public ConfigResult load(
      @Nullable String agentArgument,
      Map<String, String> systemProperties,
      Map<String, String> environment) {
    Problems problems = new Problems();
    return read(
        ExternalSettings.collect(agentArgument, systemProperties, environment, problems), problems);
  }

  private ConfigResult read(ExternalSettings settings, Problems problems) {
    Scalar file = settings.find(ExternalSettings.FILE);
    // Even if the file cannot be read: the other sources may set on_config_error.
    return read(
        file == null ? "" : content(file, problems),
        file == null ? "defaults" : file.text(),
        settings,
        problems);
  }

  /** Checks a configuration with the properties and environment of this JVM. */
  public ConfigResult check(@Nullable String agentArgument) {
    return check(agentArgument, systemProperties(), System.getenv());
  }

  /**
   * Checks the configuration of another JVM. Variables are in the environment of that JVM, so
   * values with variables are read as if they were absent, and webhooks with such an address are
   * omitted.
   */
  public ConfigResult check(
      @Nullable String agentArgument,
      Map<String, String> systemProperties,
      Map<String, String> environment) {
    Problems problems = new Problems();
    ExternalSettings settings =
        ExternalSettings.collect(agentArgument, systemProperties, environment, problems);
    return read(new ExternalSettings(settings.byPath(), null), problems);
  }

  /**
   * Reads a configuration from a string, which problems call {@code source}. Variables are unknown,
   * as in {@link #check(String)}.
   */
  public ConfigResult read(String yaml, String source) {
    return read(yaml, source, ExternalSettings.NONE, new Problems());
  }

  private ConfigResult read(
      String yaml, String source, ExternalSettings settings, Problems problems) {
    Variables variables = new Variables(settings.environment());
    ConfigNode root =
        DocumentReader.rootOf(YamlReader.read(yaml, source, variables, problems), problems);
    DocumentReader reader = new DocumentReader(profiles);
    Map<String, @Nullable Object> values = new LinkedHashMap<>();
    Section.Context context = new Section.Context(settings, problems, values, new ArrayList<>());
    SentinelConfig config =
        reader.read(new Section(DocumentReader.ROOT, root, DocumentReader.KEYS, context).opened());
    context.finish();
    Scalar reload = settings.find("reload");
    if (config.reload().isPresent()
        && reload != null
        && settings.find(ExternalSettings.FILE) == null) {
      problems.warning(
          reload.origin(), "reload has no effect, since there is no configuration file");
    }
    String others = settings.description();
    return problems.hasErrors()
        ? new ConfigResult.Rejected(problems.errors(), reader.disablesOnError())
        : new ConfigResult.Loaded(
            config,
            problems.warnings(),
            others.isEmpty() ? source : source + "; " + others,
            new SettingValues(values));
  }

  /** Returns the text of the file at a path; empty, with an error reported, if unreadable. */
  private static String content(Scalar path, Problems problems) {
    Origin origin = new Origin(path.text(), 0, 0);
    String named = "; named by the " + path.origin();
    File file = new File(path.text());
    if (path.text().isEmpty()) {
      problems.error(path.origin(), "expected the path of the configuration file");
    } else if (!file.exists()) {
      String absolute = file.isAbsolute() ? "" : " (" + file.getAbsolutePath() + ")";
      problems.error(origin, "there is no such file" + absolute + named);
    } else if (file.isDirectory()) {
      problems.error(origin, "is a directory, not a file" + named);
    } else if (!file.isFile()) {
      // A pipe, for example, on which the JVM would wait for a writer.
      problems.error(origin, "is not a regular file" + named);
    } else {
      try (InputStream in = new FileInputStream(file)) {
        byte[] bytes = in.readNBytes(MAX_BYTES);
        // So many bytes are too long a text in any case, and may end inside a character.
        String text =
            bytes.length == MAX_BYTES
                ? new String(bytes, StandardCharsets.UTF_8)
                : StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
        return text.startsWith("\uFEFF") ? text.substring(1) : text;
      } catch (CharacterCodingException e) {
        problems.error(origin, "is not UTF-8 text; save it in UTF-8");
      } catch (IOException e) {
        problems.error(origin, "cannot be read: " + e.getMessage());
      }
    }
    return "";
  }
}
