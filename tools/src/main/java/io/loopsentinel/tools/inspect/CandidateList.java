package io.loopsentinel.tools.inspect;

import io.loopsentinel.targets.config.TargetKind;
import io.loopsentinel.targets.text.Numbers;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.objectweb.asm.Type;

/** Writes ranked methods as comments of a configuration file. */
final class CandidateList {

  private static final String HEAD =
      """
      # Candidates, found by loop-sentinel inspect in %s classes. No code was run.
      # Names, shapes and calls are evidence, not proof. Put the targets that are right into the list
      # "targets" of a configuration, and check it.
      """;

  private static final Pattern PLAIN = Pattern.compile("[\\p{L}_$][\\p{L}\\p{N}_$.()]*");

  private CandidateList() {}

  /** Returns the lines, with up to {@code maxPerKind} methods of each kind. */
  static List<String> lines(
      List<RankedMethod> ranked, Set<TargetKind> kinds, int maxPerKind, int classes) {
    List<String> lines = new ArrayList<>(HEAD.formatted(Numbers.count(classes)).lines().toList());
    for (TargetKind kind : kinds) {
      List<RankedMethod> ofKind = ranked.stream().filter(each -> each.kind() == kind).toList();
      int shown = Math.min(maxPerKind, ofKind.size());
      lines.add("");
      lines.add(
          "# %s: %s"
              .formatted(title(kind), shown == 0 ? "none found" : shown + " of " + ofKind.size()));
      for (int i = 0; i < shown; i++) {
        add(ofKind.get(i), i + 1, lines);
      }
    }
    return lines;
  }

  private static String title(TargetKind kind) {
    return switch (kind) {
      case TOOL -> "Dispatch of tools";
      case TURN -> "Turns of the model";
      case RUN -> "Runs";
    };
  }

  private static void add(RankedMethod found, int rank, List<String> lines) {
    String name = found.type().binaryName() + "." + found.method().name();
    lines.add("#");
    lines.add("# %s. %s, score %s".formatted(rank, name, found.score()));
    found.reasons().forEach(reason -> lines.add("#    " + reason));
    target(found, rank).forEach(line -> lines.add("#      " + line));
  }

  private static List<String> target(RankedMethod found, int rank) {
    String kind = found.kind().name().toLowerCase(Locale.ROOT);
    Type method = Type.getMethodType(found.method().ref().descriptor());
    List<String> lines = new ArrayList<>();
    lines.add("- name: " + kind + "-" + rank);
    lines.add("  kind: " + kind);
    lines.add("  type: " + scalar(found.type().binaryName()));
    if (found.type().isInterface()) {
      lines.add("  subtypes: true");
    }
    lines.add("  method: " + scalar(found.method().name()));
    lines.add(
        Stream.of(method.getArgumentTypes())
            .map(type -> scalar(type.getClassName()))
            .collect(Collectors.joining(", ", "  parameters: [", "]")));
    found.shape().ifPresent(shape -> lines.add("  tool: " + scalar(shape.tool())));
    found.shape().ifPresent(shape -> lines.add("  args: " + scalar(shape.args())));
    return lines;
  }

  private static String scalar(String text) {
    return PLAIN.matcher(text).matches() ? text : "'" + text + "'";
  }
}
