package io.loopsentinel.targets.config;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * The part of the shipped profiles' targets that is needed before main.
 *
 * <p>Reading the YAML of the profiles before main would take longer than everything else there. The
 * fields that filter classes are therefore in a separate resource, {@code /profiles/hints}: one
 * line per target with the profile and the other fields of {@link TargetHint}, separated by {@code
 * |}. The YAML of a profile is read when a class may have a method of its targets.
 *
 * @param names the names of all profiles, in the order of the index
 * @param hints a hint for each target of all profiles
 */
public record ShippedTargets(List<String> names, List<TargetHint> hints) {

  private static final int FIELDS = 7;

  /** Reads the hints from the agent's resources; before main, so without streams and lambdas. */
  public static ShippedTargets open() {
    List<String> names = new ArrayList<>();
    List<TargetHint> hints = new ArrayList<>();
    for (String line : file().split("\n", -1)) {
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
                fields[0]));
      }
    }
    return new ShippedTargets(List.copyOf(names), List.copyOf(hints));
  }

  private static String file() {
    try (InputStream in = ShippedTargets.class.getResourceAsStream("/profiles/hints")) {
      if (in == null) {
        throw new IllegalStateException("the agent's jar has no resource /profiles/hints");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read the agent's resource /profiles/hints", e);
    }
  }
}
