package io.loopsentinel.agent.command.inspect.propose;

import io.loopsentinel.agent.command.inspect.rank.Candidate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.objectweb.asm.Type;

/** Writes a candidate as an item of the list {@code targets}. */
public final class TargetYaml {

  /** What YAML 1.2 reads as one text without quotes, in a block and in a flow. */
  private static final Pattern PLAIN = Pattern.compile("[\\p{L}_$][\\p{L}\\p{N}_$.()?: *|-]*");

  private TargetYaml() {}

  /**
   * Returns the lines, the first with its dash, without indentation.
   *
   * @param name the target's name
   */
  public static List<String> lines(Candidate candidate, String name) {
    Map<String, String> keys = new LinkedHashMap<>();
    keys.put("name", name);
    keys.put("kind", candidate.kind().name().toLowerCase(Locale.ROOT));
    keys.put("type", scalar(candidate.type().binaryName()));
    if (candidate.type().isInterface()) {
      keys.put("subtypes", "true");
    }
    keys.put("method", scalar(candidate.method().name()));
    keys.put("parameters", parameters(candidate));
    keys.put("returns", scalar(candidate.method().result().getClassName()));
    candidate.readings().forEach((key, expression) -> keys.put(key, scalar(expression)));
    List<String> lines = new ArrayList<>();
    keys.forEach((key, value) -> lines.add((lines.isEmpty() ? "- " : "  ") + key + ": " + value));
    return lines;
  }

  private static String parameters(Candidate candidate) {
    return Arrays.stream(candidate.method().parameters())
        .map(Type::getClassName)
        .map(TargetYaml::scalar)
        .collect(Collectors.joining(", ", "[", "]"));
  }

  private static String scalar(String text) {
    boolean plain =
        PLAIN.matcher(text).matches()
            && !text.contains(": ")
            && !text.endsWith(":")
            && !List.of("true", "false", "null").contains(text);
    return plain ? text : "'" + text.replace("'", "''") + "'";
  }
}
