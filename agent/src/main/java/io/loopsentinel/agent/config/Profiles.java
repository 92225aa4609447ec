package io.loopsentinel.agent.config;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The targets of known frameworks: YAML among the agent's resources.
 *
 * <p>{@code /profiles/index} names them, one a line; {@code /profiles/NAME.yaml} holds one, with
 * the keys {@code profile}, {@code description} and {@code targets}. Thread-safe; nothing is kept.
 */
public final class Profiles {

  static final String PROFILE = "profile";

  private final Function<String, @Nullable InputStream> resources;

  /**
   * Creates profiles.
   *
   * @param resources opens a resource by its absolute name, or returns {@code null}
   */
  Profiles(Function<String, @Nullable InputStream> resources) {
    this.resources = resources;
  }

  /** Returns the profiles that the agent ships. */
  public static Profiles shipped() {
    // No method reference: to one that looks at its caller, it takes ten milliseconds to link.
    return new Profiles(name -> Profiles.class.getResourceAsStream(name));
  }

  /** Returns the names of all profiles, in the order of the index. */
  public List<String> names() {
    return text("/profiles/index")
        .orElse("")
        .lines()
        .map(String::strip)
        .filter(line -> !line.isEmpty() && !line.startsWith("#"))
        .toList();
  }

  /** Returns the names of the profiles that a configuration asks for. */
  public List<String> selected(SentinelConfig config) {
    return Objects.requireNonNullElseGet(config.profiles(), this::names);
  }

  /**
   * Returns all targets that a configuration asks for: its own first, then those of its profiles.
   *
   * @throws IllegalStateException if a profile is broken
   */
  public List<TargetSpec> targets(SentinelConfig config) {
    return Stream.concat(
            config.targets().stream(),
            selected(config).stream().flatMap(name -> read(name).stream()))
        .toList();
  }

  /**
   * Reads the targets of a profile.
   *
   * @throws IllegalStateException if there is no such profile, or it is broken
   */
  public List<TargetSpec> read(String name) {
    Problems problems = new Problems();
    String yaml =
        text("/profiles/" + name + ".yaml")
            .orElseThrow(() -> new IllegalStateException("there is no profile " + name));
    ConfigNode document = YamlReader.read(yaml, "profile " + name, problems);
    List<TargetSpec> targets =
        new Section(PROFILE, document, Settings.NONE, problems)
            .read(profile -> targets(name, profile));
    if (problems.hasErrors()) {
      throw new IllegalStateException(
          problems.errors().stream()
              .map(ConfigProblem::toString)
              .collect(Collectors.joining("\n")));
    }
    return targets;
  }

  private static List<TargetSpec> targets(String name, Section profile) {
    profile.require(PROFILE, ScalarType.choice(List.of(name), text -> text));
    profile.require("description", ScalarType.TEXT);
    return new TargetsReader(true).read(profile);
  }

  private Optional<String> text(String resource) {
    try (InputStream in = resources.apply(resource)) {
      return in == null
          ? Optional.empty()
          : Optional.of(new String(in.readAllBytes(), StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read the agent's resource " + resource, e);
    }
  }
}
