package io.loopsentinel.tools.inspect;

import io.loopsentinel.targets.config.TargetKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A configuration file of proposed targets.
 *
 * <p>Uncertain targets are comments, so that the file guards only what it should.
 */
public final class TargetsFile {

  /** The line that makes the agent observe and stop nothing. */
  static final String OBSERVE = "  mode: observe";

  /** The line above targets that are all comments. */
  static final String NO_TARGETS = "  targets: []";

  private static final String INDENT = "    ";

  /** Texts that YAML 1.2 reads as one scalar without quotes, both in block and in flow style. */
  private static final Pattern PLAIN =
      Pattern.compile("(?!(true|false|null)$)[\\p{L}_$]([\\p{L}\\p{N}_$.()?*| -]|:(?! |$))*");

  private final List<String> lines = new ArrayList<>();
  private boolean anyInForce;

  /** Returns a description of a kind for headings. */
  public static String meaning(TargetKind kind) {
    return switch (kind) {
      case TOOL -> "tool dispatch";
      case TURN -> "a turn of the model";
      case RUN -> "a run";
    };
  }

  /** Begins the section of a kind. */
  public void heading(String text) {
    lines.add("");
    comment(text);
  }

  public void comment(String text) {
    lines.add(INDENT + "# " + text);
  }

  /** Adds an indented comment on the latest candidate. */
  public void note(String text) {
    comment("   " + text);
  }

  /** Adds a target, as a comment if it is not in force. */
  public void target(Candidate candidate, int rank, boolean inForce) {
    anyInForce |= inForce;
    for (String line : yaml(candidate, name(candidate, rank))) {
      lines.add(line(line, inForce));
    }
  }

  static String name(Candidate candidate, int rank) {
    return kind(candidate) + "-" + rank;
  }

  /** Returns a line of a target as it appears in the file. */
  static String line(String line, boolean inForce) {
    return INDENT + (inForce ? "" : "# ") + line;
  }

  /** Returns the lines of the file. The first one says where the targets were found. */
  public List<String> lines(String found) {
    String head =
        """
        # Found by loop-sentinel %s
        # Targets in force are those the code shows to be right; the others are comments, with the
        # reason. Check what each expression reads, and start with mode: observe.
        sentinel:
        %s
        """;
    return Stream.concat(
            head.formatted(found, anyInForce ? "  targets:" : NO_TARGETS).lines(), lines.stream())
        .toList();
  }

  /** Returns the lines of an item of the list {@code targets}, without indentation. */
  public static List<String> yaml(Candidate candidate, String name) {
    MethodModel method = candidate.method();
    List<String> lines = new ArrayList<>();
    lines.add("- name: " + name);
    lines.add("  kind: " + kind(candidate));
    lines.add("  type: " + scalar(candidate.type().binaryName()));
    if (candidate.type().isInterface()) {
      lines.add("  subtypes: true");
    }
    lines.add("  method: " + scalar(method.name()));
    lines.add(
        Stream.of(method.parameters())
            .map(type -> scalar(type.getClassName()))
            .collect(Collectors.joining(", ", "  parameters: [", "]")));
    lines.add("  returns: " + scalar(method.result().getClassName()));
    candidate.readings().forEach((key, text) -> lines.add("  " + key + ": " + scalar(text)));
    if (candidate.kind() == TargetKind.RUN && !candidate.session().isEmpty()) {
      lines.add("  reset: false");
    }
    return lines;
  }

  private static String kind(Candidate candidate) {
    return candidate.kind().name().toLowerCase(Locale.ROOT);
  }

  private static String scalar(String text) {
    return PLAIN.matcher(text).matches() ? text : "'" + text.replace("'", "''") + "'";
  }
}
