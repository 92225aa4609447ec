package io.loopsentinel.targets.load;

import io.loopsentinel.targets.config.SentinelConfig;
import io.loopsentinel.targets.config.TargetSpec;
import io.loopsentinel.targets.yaml.ConfigProblem;
import io.loopsentinel.targets.yaml.Problems;
import io.loopsentinel.targets.yaml.Variables;
import io.loopsentinel.targets.yaml.YamlReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The targets of known frameworks, stored as YAML in the agent's resources.
 *
 * <p>{@code /profiles/index} lists the names, one per line. {@code /profiles/NAME.yaml} has the
 * keys {@code profile}, {@code description} and {@code targets}. Thread-safe; nothing is cached.
 */
public final class Profiles {

  static final String PROFILE = "profile";

  private static final String DESCRIPTION = "description: ";

  private final Function<String, @Nullable InputStream> resources;

  Profiles(Function<String, @Nullable InputStream> resources) {
    this.resources = resources;
  }

  /** Returns the profiles that the agent ships. */
  public static Profiles shipped() {
    // No method reference: linking one to a caller-sensitive method takes ten milliseconds.
    return new Profiles(name -> Profiles.class.getResourceAsStream(name));
  }

  /** Returns the names of all profiles, in the order of the index. */
  public List<String> names() {
    return text("/profiles/index")
        .lines()
        .filter(line -> !line.isBlank() && !line.startsWith("#"))
        .map(String::strip)
        .toList();
  }

  /** Returns the names of the profiles that a configuration selects. */
  public List<String> selected(SentinelConfig config) {
    return Objects.requireNonNullElseGet(config.profiles(), this::names);
  }

  /** Returns all targets of a configuration: its own, then those of its profiles. */
  public List<TargetSpec> targets(SentinelConfig config) {
    List<TargetSpec> targets = new ArrayList<>(config.targets());
    for (String name : selected(config)) {
      targets.addAll(read(name));
    }
    return targets;
  }

  /** Reads the targets of a profile, which must exist and be valid. */
  public List<TargetSpec> read(String name) {
    Problems problems = new Problems();
    String yaml = text("/profiles/" + name + ".yaml");
    if (yaml.isEmpty()) {
      throw new IllegalStateException("there is no profile " + name);
    }
    Section.Context context = Section.Context.of(problems);
    Section profile =
        new Section(
            PROFILE,
            YamlReader.read(yaml, TargetSpec.PROFILE_SOURCE + name, new Variables(null), problems),
            List.of(
                Key.required(PROFILE, ScalarType.choice(List.of(name), text -> text)),
                Key.required("description", ScalarType.TEXT),
                TargetsReader.KEYS),
            context);
    profile.opened().find(PROFILE);
    profile.find("description");
    List<TargetSpec> targets = new TargetsReader(true).read(profile);
    context.finish();
    if (problems.hasErrors()) {
      throw new IllegalStateException(
          problems.errors().stream()
              .map(ConfigProblem::toString)
              .collect(Collectors.joining("\n")));
    }
    return targets;
  }

  /**
   * Returns the name of the framework of a profile, with which its description begins; {@code own
   * targets} for the empty name.
   */
  public String title(String name) {
    if (name.isEmpty()) {
      return "own targets";
    }
    String description =
        text("/profiles/" + name + ".yaml")
            .lines()
            .filter(line -> line.startsWith(DESCRIPTION))
            .findFirst()
            .orElseThrow();
    return description.substring(DESCRIPTION.length()).replaceFirst(" \\d.*", "");
  }

  /** Returns the text of a resource; empty if there is none. */
  String text(String resource) {
    try (InputStream in = resources.apply(resource)) {
      return in == null ? "" : new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read the agent's resource " + resource, e);
    }
  }
}
