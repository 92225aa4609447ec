package io.loopsentinel.agent.config;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The targets of the profiles that the agent ships.
 *
 * <p>Their source is YAML, and reading that before main would take longer than all else there. What
 * tells whether a class may be meant lies in a text file of its own, the resource {@code
 * /profiles/hints}, which is read at once; the YAML is read when the targets are asked for.
 *
 * <p>A line of the file is about one target. Its fields, with a {@code |} between: the profile, and
 * those of {@link TargetHint} but the last in their order, an absent type as nothing, packages with
 * a comma between. Immutable and thread-safe.
 */
public final class ShippedTargets {

  static final String RESOURCE = "/profiles/hints";

  private static final int FIELDS = 7;

  private final Map<String, List<TargetHint>> hints;

  private ShippedTargets(Map<String, List<TargetHint>> hints) {
    this.hints = hints;
  }

  /** Reads the hints from the agent's resources. */
  public static ShippedTargets open() {
    try (InputStream in = ShippedTargets.class.getResourceAsStream(RESOURCE)) {
      if (in == null) {
        throw new IllegalStateException("the agent's jar has no resource " + RESOURCE);
      }
      return read(new String(in.readAllBytes(), StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read the agent's resource " + RESOURCE, e);
    }
  }

  /** No streams and no lambdas: this is read before main. */
  private static ShippedTargets read(String file) {
    Map<String, List<TargetHint>> hints = new LinkedHashMap<>();
    for (String line : file.split("\n", -1)) {
      if (!line.isEmpty() && !line.startsWith("#")) {
        String[] fields = line.split("\\|", FIELDS);
        List<TargetHint> ofProfile = hints.get(fields[0]);
        if (ofProfile == null) {
          ofProfile = new ArrayList<>();
          hints.put(fields[0], ofProfile);
        }
        ofProfile.add(hint(fields));
      }
    }
    return new ShippedTargets(hints);
  }

  private static TargetHint hint(String[] fields) {
    return new TargetHint(
        fields[1].isEmpty() ? null : fields[1],
        fields[2].equals("open"),
        fields[3].isEmpty() ? List.of() : List.of(fields[3].split(",")),
        fields[4],
        fields[5].equals("prefix"),
        fields[6],
        true);
  }

  /** Returns the line of the resource for a target of a profile. */
  static String line(String profile, TargetHint hint) {
    return String.join(
        "|",
        profile,
        hint.type() == null ? "" : hint.type(),
        hint.open() ? "open" : "",
        String.join(",", hint.packages()),
        hint.text(),
        hint.prefix() ? "prefix" : "",
        hint.descriptor());
  }

  /** Returns the names of all profiles, in the order of the index. */
  public List<String> names() {
    return new ArrayList<>(hints.keySet());
  }

  /** Returns a hint for each target of all profiles. */
  public List<TargetHint> hints() {
    List<TargetHint> all = new ArrayList<>();
    for (List<TargetHint> ofProfile : hints.values()) {
      all.addAll(ofProfile);
    }
    return all;
  }

  /** Returns the targets of all profiles. */
  public List<TargetSpec> targets() {
    return targetsOf(names());
  }

  /**
   * Returns all targets that a configuration asks for: its own first, then those of its profiles.
   */
  public List<TargetSpec> targets(SentinelConfig config) {
    return Profiles.shipped().targets(config);
  }

  private static List<TargetSpec> targetsOf(List<String> names) {
    Profiles profiles = Profiles.shipped();
    return names.stream().flatMap(name -> profiles.read(name).stream()).toList();
  }
}
