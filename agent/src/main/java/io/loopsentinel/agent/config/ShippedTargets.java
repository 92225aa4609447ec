package io.loopsentinel.agent.config;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;

/**
 * The targets of the profiles that the agent ships, as {@link ProfileCompiler} has compiled them.
 *
 * <p>Their source is YAML, and reading that before main would take longer than all else there. What
 * tells whether a class may be meant is read at once, the rest when it is first asked for.
 * Immutable and thread-safe.
 */
public final class ShippedTargets {

  static final String RESOURCE = "/profiles/compiled";

  private final List<Profile> profiles;

  private ShippedTargets(List<Profile> profiles) {
    this.profiles = profiles;
  }

  private static final class Profile {

    private final String name;
    private final List<TargetHint> hints;
    private final CompiledInput targets;

    Profile(String name, List<TargetHint> hints, CompiledInput targets) {
      this.name = name;
      this.hints = hints;
      this.targets = targets;
    }
  }

  /** Reads them from the agent's resources. */
  public static ShippedTargets open() {
    try (InputStream in = ShippedTargets.class.getResourceAsStream(RESOURCE)) {
      // A build that has not come to compile them, such as an editor's, has their source.
      return read(in == null ? ProfileCompiler.compile(Profiles.shipped()) : in.readAllBytes());
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read the agent's resource " + RESOURCE, e);
    }
  }

  /** Returns the names of all profiles, in the order of the index. */
  public List<String> names() {
    List<String> names = new ArrayList<>();
    for (Profile profile : profiles) {
      names.add(profile.name);
    }
    return names;
  }

  /** Returns a hint for each target of all profiles. */
  public List<TargetHint> hints() {
    List<TargetHint> hints = new ArrayList<>();
    for (Profile profile : profiles) {
      hints.addAll(profile.hints);
    }
    return hints;
  }

  /** Returns the targets of all profiles. */
  public List<TargetSpec> targets() {
    return targetsOf(names());
  }

  /**
   * Returns all targets that a configuration asks for: its own first, then those of its profiles.
   */
  public List<TargetSpec> targets(SentinelConfig config) {
    List<TargetSpec> targets = new ArrayList<>(config.targets());
    ProfileSelection selection = config.profiles();
    if (selection instanceof ProfileSelection.Auto) {
      targets.addAll(targets());
    } else if (selection instanceof ProfileSelection.Named named) {
      targets.addAll(targetsOf(named.names()));
    }
    return targets;
  }

  private List<TargetSpec> targetsOf(List<String> names) {
    List<TargetSpec> targets = new ArrayList<>();
    for (String name : names) {
      for (Profile profile : profiles) {
        if (profile.name.equals(name)) {
          targets.addAll(CompiledTargets.read(profile.targets.copy()));
        }
      }
    }
    return targets;
  }

  private static ShippedTargets read(byte[] compiled) {
    CompiledInput in = CompiledInput.of(compiled);
    List<Profile> profiles = new ArrayList<>();
    for (int left = in.readNumber(); left > 0; left--) {
      String name = in.readText();
      List<TargetHint> hints = new ArrayList<>();
      for (int target = in.readNumber(); target > 0; target--) {
        hints.add(readHint(in));
      }
      profiles.add(new Profile(name, hints, in.readPart()));
    }
    return new ShippedTargets(profiles);
  }

  private static TargetHint readHint(CompiledInput in) {
    return new TargetHint(
        in.readTextOrNull(),
        in.readFlag(),
        in.readTexts(),
        in.readText(),
        in.readFlag(),
        in.readText(),
        true);
  }
}
