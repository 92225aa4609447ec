package io.loopsentinel.agent.config;

import io.loopsentinel.agent.config.ConfigNode.Scalar;
import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Reads a configuration from all the places that can hold one.
 *
 * <p>The agent argument counts most, then system properties ({@code
 * loopsentinel.default.threshold}), environment variables ({@code LOOPSENTINEL_DEFAULT_THRESHOLD}),
 * the file and the defaults. All values are read by the same rules, and all problems are reported
 * together. Files are read with {@code java.io} alone: {@code java.nio.file}, used before main,
 * would fix the application's default file system too early. Thread-safe.
 *
 * @param profiles those that a configuration can name
 */
public record ConfigLoader(Profiles profiles) {

  private static final int MOST_BYTES = 4 * YamlReader.MOST_CHARACTERS;

  /** Reads the configuration that this JVM was started with. */
  public ConfigResult load(@Nullable String agentArgument) {
    return load(agentArgument, systemProperties(), System.getenv());
  }

  /** Returns the file that {@link #load(String)} reads, if any, whether it is there or not. */
  public Optional<File> file(@Nullable String agentArgument) {
    Scalar file =
        Settings.collect(agentArgument, systemProperties(), System.getenv(), new Problems())
            .find(Settings.FILE);
    return Optional.ofNullable(file).map(path -> new File(path.text()));
  }

  private static Map<String, String> systemProperties() {
    return System.getProperties().stringPropertyNames().stream()
        .collect(Collectors.toMap(name -> name, System::getProperty));
  }

  /**
   * Reads the configuration that an application was started with.
   *
   * @param agentArgument what follows {@code =} behind the agent's jar: a path, or settings such as
   *     {@code config=a.yaml,mode=observe}; may be absent
   */
  public ConfigResult load(
      @Nullable String agentArgument,
      Map<String, String> systemProperties,
      Map<String, String> environment) {
    Problems problems = new Problems();
    return read(Settings.collect(agentArgument, systemProperties, environment, problems), problems);
  }

  private ConfigResult read(Settings settings, Problems problems) {
    Scalar file = settings.find(Settings.FILE);
    // Where the file cannot be read, the other places are still asked what that should lead to.
    return read(
        file == null ? "" : content(file, problems),
        file == null ? "defaults" : file.text(),
        settings,
        problems);
  }

  /**
   * Checks a configuration as a command of this shell does, see {@link #check(String, Map, Map)}.
   */
  public ConfigResult check(@Nullable String agentArgument) {
    return check(agentArgument, systemProperties(), System.getenv());
  }

  /**
   * Checks the configuration of another JVM. Secrets are in the environment of the JVM that uses
   * them, so no variable is looked up: webhooks whose address is one are left out.
   */
  public ConfigResult check(
      @Nullable String agentArgument,
      Map<String, String> systemProperties,
      Map<String, String> environment) {
    Problems problems = new Problems();
    Settings settings = Settings.collect(agentArgument, systemProperties, environment, problems);
    return read(new Settings(settings.inForce(), null), problems);
  }

  /**
   * Reads a configuration from a text alone, which problems name {@code source}; webhooks whose
   * address is an environment variable are left out.
   */
  public ConfigResult read(String yaml, String source) {
    return read(yaml, source, Settings.NONE, new Problems());
  }

  private ConfigResult read(String yaml, String source, Settings settings, Problems problems) {
    ConfigNode root = DocumentReader.rootOf(YamlReader.read(yaml, source, problems), problems);
    DocumentReader reader = new DocumentReader(profiles);
    SentinelConfig config =
        new Section(DocumentReader.ROOT, root, settings, problems).read(reader::read);
    String others = settings.description();
    return problems.hasErrors()
        ? new ConfigResult.Rejected(problems.errors(), reader.disablesOnError())
        : new ConfigResult.Loaded(
            config, problems.warnings(), others.isEmpty() ? source : source + "; " + others);
  }

  /** Returns the text of the file that a setting names; nothing where it has none, as reported. */
  private static String content(Scalar path, Problems problems) {
    Origin origin = new Origin(path.text(), 0, 0);
    String named = "; the " + path.origin() + " names it";
    File file = new File(path.text());
    if (path.text().isEmpty()) {
      problems.error(path.origin(), "expected the path of the configuration file");
    } else if (!file.exists()) {
      String asked = file.isAbsolute() ? "" : " (" + file.getAbsolutePath() + ")";
      problems.error(origin, "there is no such file" + asked + named);
    } else if (file.isDirectory()) {
      problems.error(origin, "is a directory, not a file" + named);
    } else if (!file.isFile()) {
      // Such as a pipe, at which the JVM would wait for a writer.
      problems.error(origin, "is not a regular file" + named);
    } else {
      try (InputStream in = new FileInputStream(file)) {
        ByteBuffer bytes = ByteBuffer.wrap(in.readNBytes(MOST_BYTES));
        String text = StandardCharsets.UTF_8.newDecoder().decode(bytes).toString();
        return text.startsWith("\uFEFF") ? text.substring(1) : text;
      } catch (CharacterCodingException e) {
        problems.error(origin, "is not UTF-8 text; save it in that encoding");
      } catch (IOException e) {
        problems.error(origin, "cannot be read: " + e.getMessage());
      }
    }
    return "";
  }
}
