package io.loopsentinel.agent.config;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * What is known before main of the targets of the profiles that the agent ships.
 *
 * <p>Their source is YAML, and reading that before main would take longer than all else there. What
 * tells whether a class may be meant lies in a text file of its own, the resource {@code
 * /profiles/hints}; the YAML is read when the targets are asked for.
 *
 * <p>A line of the file is about one target. Its fields, with a {@code |} between: the profile, and
 * those of {@link TargetHint} but the last in their order, an absent type as nothing, packages with
 * a comma between.
 *
 * @param names the names of all profiles, in the order of the index
 * @param hints a hint for each target of all profiles
 */
public record ShippedTargets(List<String> names, List<TargetHint> hints) {

  private static final String RESOURCE = "/profiles/hints";
  private static final int FIELDS = 7;

  public ShippedTargets {
    names = List.copyOf(names);
    hints = List.copyOf(hints);
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
    List<String> names = new ArrayList<>();
    List<TargetHint> hints = new ArrayList<>();
    for (String line : file.split("\n", -1)) {
      if (!line.isEmpty() && !line.startsWith("#")) {
        String[] fields = line.split("\\|", FIELDS);
        if (!names.contains(fields[0])) {
          names.add(fields[0]);
        }
        hints.add(
            new TargetHint(
                fields[1].isEmpty() ? null : fields[1],
                fields[2].equals("open"),
                fields[3].isEmpty() ? List.of() : List.of(fields[3].split(",")),
                fields[4],
                fields[5].equals("prefix"),
                fields[6],
                true));
      }
    }
    return new ShippedTargets(names, hints);
  }

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

  /** Returns the targets of all profiles, read from their YAML. */
  public List<TargetSpec> targets() {
    return Profiles.shipped().targets(SentinelConfig.DEFAULT);
  }
}
