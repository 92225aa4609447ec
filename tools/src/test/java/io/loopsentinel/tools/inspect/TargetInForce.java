package io.loopsentinel.tools.inspect;

import io.loopsentinel.targets.config.Reading;
import io.loopsentinel.targets.config.SourceExpression;
import io.loopsentinel.targets.config.TargetKind;
import io.loopsentinel.targets.config.TargetSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * A target that {@code inspect} put in force, in lines that can be searched.
 *
 * @param name its kind and its method, without the package; of a lambda expression, that which it
 *     is written in
 * @param lines its keys and values, without the package
 */
record TargetInForce(String name, List<String> lines) {

  private static final String THREAD = "run ?? thread";

  /** Returns the form of a target that stands in a file with others. */
  static TargetInForce of(TargetSpec target, String prefix, List<TargetSpec> all) {
    String kind = target.kind().name().toLowerCase(Locale.ROOT);
    String type = String.valueOf(target.type()).replace(prefix, "");
    List<String> lines = new ArrayList<>();
    lines.add("kind: " + kind);
    lines.add("reset: " + target.resets());
    target
        .readings()
        .forEach((reading, expression) -> lines.add(line(reading, expression, prefix)));
    boolean isWithinRun = all.stream().anyMatch(other -> other.kind() == TargetKind.RUN);
    SourceExpression session = target.readings().get(Reading.SESSION);
    if (!isWithinRun && (session == null || session.expression().source().equals(THREAD))) {
      lines.add("session: thread");
    }
    String method = target.method().text().replaceFirst("lambda\\$(\\w+)\\$\\d+", "$1");
    return new TargetInForce(kind + " " + type + "." + method, lines);
  }

  /** Returns whether it holds what an entry of a row forbids. */
  boolean violates(String entry) {
    int without = entry.indexOf(" without ");
    if (without > 0) {
      return holds(entry.substring(0, without))
          && !holds(entry.substring(without + " without ".length()));
    }
    return holds(entry);
  }

  private boolean holds(String part) {
    if (part.endsWith(":")) {
      return lines.stream().anyMatch(line -> line.startsWith(part));
    }
    if (part.contains(": ")) {
      return lines.contains(part);
    }
    String end = Character.isJavaIdentifierPart(part.charAt(part.length() - 1)) ? "\\b" : "";
    return Pattern.compile(Pattern.quote(part) + end).matcher(String.join("\n", lines)).find();
  }

  private static String line(Reading reading, SourceExpression expression, String prefix) {
    return reading.key() + ": " + expression.expression().source().replace(prefix, "");
  }

  @Override
  public String toString() {
    return String.join("\n", lines);
  }
}
