package io.loopsentinel.tools.inspect;

import io.loopsentinel.targets.config.TargetKind;
import io.loopsentinel.targets.text.Numbers;
import io.loopsentinel.tools.support.TargetText;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Type;

/**
 * Writes ranked methods as comments of a configuration file, or as values.
 *
 * @param maxPerKind maximum number of methods of each kind
 * @param classes the number of classes that were read
 */
record CandidateList(
    List<RankedMethod> ranked, Set<TargetKind> kinds, int maxPerKind, int classes) {

  private static final String HEAD =
      """
      # Candidates, found by loop-sentinel inspect in %s classes. No code was run.
      # Names, shapes and calls are evidence, not proof. Put the targets that are right into the list
      # "targets" of a configuration, and check it.
      """;

  /** The JSON form of a method. */
  record Candidate(
      String kind,
      String type,
      String method,
      List<String> parameters,
      @Nullable String tool,
      @Nullable String args,
      int score,
      List<String> reasons) {}

  /** Returns the methods, the best of each kind first. */
  List<Candidate> values() {
    return kinds.stream()
        .flatMap(kind -> ofKind(kind).stream().limit(maxPerKind).map(CandidateList::value))
        .toList();
  }

  private static Candidate value(RankedMethod found) {
    return new Candidate(
        kind(found),
        found.type().binaryName(),
        found.method().name(),
        parameters(found),
        found.shape().map(ToolCallShape::tool).orElse(null),
        found.shape().map(ToolCallShape::args).orElse(null),
        found.score(),
        found.reasons());
  }

  /** Returns the lines of a file. */
  List<String> lines() {
    List<String> lines = new ArrayList<>(HEAD.formatted(Numbers.count(classes)).lines().toList());
    for (TargetKind kind : kinds) {
      List<RankedMethod> ofKind = ofKind(kind);
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

  private List<RankedMethod> ofKind(TargetKind kind) {
    return ranked.stream().filter(each -> each.kind() == kind).toList();
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
    TargetText target =
        new TargetText(kind(found) + "-" + rank, kind(found), found.type().binaryName())
            .with("subtypes", found.type().isInterface() ? "true" : null)
            .with("method", found.method().name())
            .parameters(parameters(found))
            .with("tool", found.shape().map(ToolCallShape::tool).orElse(null))
            .with("args", found.shape().map(ToolCallShape::args).orElse(null));
    target.lines().forEach(line -> lines.add("#  " + line));
  }

  private static String kind(RankedMethod found) {
    return found.kind().name().toLowerCase(Locale.ROOT);
  }

  private static List<String> parameters(RankedMethod found) {
    Type method = Type.getMethodType(found.method().ref().descriptor());
    return Stream.of(method.getArgumentTypes()).map(Type::getClassName).toList();
  }
}
