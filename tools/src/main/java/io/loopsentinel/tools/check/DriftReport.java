package io.loopsentinel.tools.check;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import com.fasterxml.jackson.annotation.JsonValue;
import io.loopsentinel.agent.instrument.Successors.Successor;
import io.loopsentinel.agent.text.Numbers;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What becomes of targets with new jars; written as JSON as it is, see {@code docs/check.md}.
 *
 * @param unchanged how many targets guard what they guard today
 * @param problemsToday how many have a problem without the new jars; it is no news
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

  private static final int MOST = 5;

  @JsonProperty
  String format() {
    return "loop-sentinel-check-against";
  }

  /** Raised when a member changes its meaning or goes away; new members do not raise it. */
  @JsonProperty
  int version() {
    return 1;
  }

  /** Returns how many targets are lost. */
  @JsonProperty
  long problems() {
    return changes.stream().filter(Change::problem).count();
  }

  /** A new jar, and the file names of those whose place it takes. */
  record Jar(String file, List<String> replaces) {

    private String line() {
      return replaces.isEmpty()
          ? file + " takes the place of no jar, and is put first"
          : file + " takes the place of " + String.join(", ", replaces);
    }
  }

  /** What becomes of a target. */
  enum State {
    /** It guards nothing any more. */
    LOST,
    /** Its expressions do not fit any more. */
    UNFIT,
    /** It guards nothing any more, and another one is there for it. */
    REPLACED,
    /** It guards some of its methods still. */
    FEWER,
    /** It guards something with the new jars alone. */
    NEW;

    @JsonValue
    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * A target that does not guard what it guards today.
   *
   * @param methods those that it guards no more, or newly
   * @param reason why no more
   * @param replacedBy the target that is there for it, and one of its methods
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record Change(
      String name,
      String kind,
      String place,
      State state,
      List<String> methods,
      @Nullable String reason,
      @Nullable String replacedBy,
      List<Successor> mayHaveBecome) {

    /** Whether something has to be done about it. */
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
          mayHaveBecome.forEach(
              each ->
                  lines.add(
                      "  may have become %s (differs in %s)"
                          .formatted(each.method(), String.join(", ", each.differs()))));
        }
        case REPLACED ->
            lines.add("%s is gone; in its place matches %s".formatted(target, replacedBy));
        case FEWER ->
            lines.add("%s guards others still, but no more %s".formatted(target, shown()));
        case NEW -> lines.add("%s matches with the new jars only: %s".formatted(target, shown()));
      }
      return lines;
    }

    private String shown() {
      String more = methods.size() > MOST ? " and %d more".formatted(methods.size() - MOST) : "";
      return methods.stream().limit(MOST).collect(Collectors.joining(", ", "", more));
    }
  }

  /** Returns it as lines for a person, the problems first. */
  List<String> lines() {
    List<String> lines = new ArrayList<>();
    lines.add(
        ("Configuration %s, checked against %,d classes of today and %,d with the new jars. Nothing"
                + " of them was run.")
            .formatted(configuration, classes, newClasses));
    jars.forEach(jar -> lines.add(jar.line()));
    changes.stream().filter(Change::problem).forEach(each -> lines.addAll(each.lines()));
    lines.add("");
    changes.stream().filter(each -> !each.problem()).forEach(each -> lines.addAll(each.lines()));
    if (problemsToday > 0) {
      lines.add(
          TextReport.problems(problemsToday) + " of today: check without --against tells of it.");
    }
    lines.add(
        "%s unchanged, %s."
            .formatted(Numbers.of(unchanged, "target"), TextReport.problems(problems())));
    return lines;
  }
}
