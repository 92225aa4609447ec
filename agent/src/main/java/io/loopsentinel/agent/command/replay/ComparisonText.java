package io.loopsentinel.agent.command.replay;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Two configurations side by side. */
public final class ComparisonText {

  private static final String NOTHING = "0";

  private ComparisonText() {}

  /** Returns a table of all figures that are not zero on both sides; differences carry a mark. */
  public static String of(Measurement main, Measurement other) {
    TextTable table = new TextTable("<", main.name(), other.name(), "<");
    Map<String, String> others = Metric.of(other);
    Metric.of(main)
        .forEach(
            (name, value) -> {
              String second = others.getOrDefault(name, NOTHING);
              if (!value.equals(NOTHING) || !second.equals(NOTHING)) {
                table.row(name, value, second, value.equals(second) ? "" : "*");
              }
            });
    return table + "* differs\n";
  }

  /**
   * Returns a line for a run that the two judge differently; nothing where they agree.
   *
   * @param names how the two configurations are called
   */
  public static String difference(
      String file, PlayedRun main, PlayedRun other, List<String> names) {
    String first = judgement(main);
    String second = judgement(other);
    return first.equals(second)
        ? ""
        : "differs: "
            + file
            + "  "
            + main.id()
            + line(names.get(0), first)
            + line(names.get(1), second)
            + "\n\n";
  }

  private static String line(String name, String judgement) {
    return "\n    " + name + ": " + judgement;
  }

  private static String judgement(PlayedRun run) {
    return "first finding " + place(run.firstRung()) + ", first stop " + place(run.firstStop());
  }

  private static String place(Optional<Firing> firing) {
    return firing
        .map(f -> "at call " + f.call() + " (" + f.finding().detector() + ")")
        .orElse("none");
  }
}
