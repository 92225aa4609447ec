package io.loopsentinel.tools.check;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import com.fasterxml.jackson.annotation.JsonValue;
import io.loopsentinel.targets.text.Numbers;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The changes of targets with new jars, in their JSON format; see {@code docs/check.md}.
 *
 * @param unchanged the number of targets that guard the same methods as today
 * @param problemsToday the number of targets with a problem even without the new jars
 */
@JsonPropertyOrder({"format", "version", "configuration", "classes", "newClasses", "problems"})
record DriftReport(
    String configuration,
    int classes,
    int newClasses,
    List<Jar> jars,
    List<Change> changes,
    int unchanged,
    long problemsToday) {

  private static final int MAX_SHOWN = 5;

  @JsonProperty
  String format() {
    return "loop-sentinel-check-against";
  }

  /** Incremented when a member changes its meaning or is removed, but not for new members. */
  @JsonProperty
  int version() {
    return 1;
  }

  /** Returns the number of targets that need attention. */
  @JsonProperty
  long problems() {
    return changes.stream().filter(Change::problem).count();
  }

  /** A new jar and the file names of the jars that it replaces. */
  record Jar(String file, List<String> replaces) {

    private String line() {
      return replaces.isEmpty()
          ? file + " replaces no jar, and is put first"
          : file + " replaces " + String.join(", ", replaces);
    }
  }

  enum State {
    /** It no longer guards any method. */
    LOST,
    /** Its expressions no longer fit. */
    UNFIT,
    /** It no longer guards any method, but another target replaces it. */
    REPLACED,
    /** It guards only some of its methods. */
    FEWER,
    /** It guards a method only with the new jars. */
    NEW;

    @JsonValue
    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * A target that does not guard the same methods as today.
   *
   * @param methods the methods that it no longer guards, or guards newly
   * @param reason why it no longer guards them
   * @param replacedBy the target that replaces it, and one of its methods
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record Change(
      String name,
      String kind,
      String place,
      State state,
      List<String> methods,
      @Nullable String reason,
      @Nullable String replacedBy) {

    /** Returns whether it needs attention. */
    @JsonProperty
    boolean problem() {
      return state == State.LOST || state == State.UNFIT;
    }

    private List<String> lines() {
      List<String> lines = new ArrayList<>();
      String target = "%s target %s (%s)".formatted(kind, name, place);
      switch (state) {
        case LOST, UNFIT -> {
          lines.add("");
          lines.add(
              "problem: %s %s %s"
                  .formatted(
                      target, state == State.LOST ? "no longer guards" : "cannot guard", shown()));
          String.valueOf(reason).lines().forEach(line -> lines.add("  " + line));
        }
        case REPLACED ->
            lines.add("%s no longer matches; replaced by %s".formatted(target, replacedBy));
        case FEWER ->
            lines.add("%s guards other methods, but no longer %s".formatted(target, shown()));
        case NEW -> lines.add("%s matches with the new jars only: %s".formatted(target, shown()));
      }
      return lines;
    }

    private String shown() {
      String more =
          methods.size() > MAX_SHOWN ? " and %s more".formatted(methods.size() - MAX_SHOWN) : "";
      return methods.stream().limit(MAX_SHOWN).collect(Collectors.joining(", ", "", more));
    }
  }

  /** Returns the report as lines of text, problems first. */
  List<String> lines() {
    List<String> lines = new ArrayList<>();
    lines.add(
        ("Configuration %s, checked against %s classes of today and %s with the new jars. No code"
                + " was run.")
            .formatted(configuration, Numbers.count(classes), Numbers.count(newClasses)));
    jars.forEach(jar -> lines.add(jar.line()));
    changes.stream().filter(Change::problem).forEach(each -> lines.addAll(each.lines()));
    lines.add("");
    changes.stream().filter(each -> !each.problem()).forEach(each -> lines.addAll(each.lines()));
    if (problemsToday > 0) {
      lines.add(TextReport.problems(problemsToday) + " of today: see check without --against.");
    }
    lines.add(
        "%s unchanged, %s."
            .formatted(Numbers.of(unchanged, "target"), TextReport.problems(problems())));
    return lines;
  }
}
