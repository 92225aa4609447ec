package io.loopsentinel.it.closedsource;

import io.loopsentinel.it.harness.AgentJar;
import io.loopsentinel.it.harness.JavaProgram;
import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.ProgramResult;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A file that {@code inspect --apply} wrote.
 *
 * @param told what it told of it
 */
record FirstFile(File yaml, ProgramResult told) {

  private static final Pattern RUN =
      Pattern.compile("remove \"# \" from lines (\\d+) to (\\d+)\\.");
  private static final Pattern MODE = Pattern.compile("until line (\\d+) says mode: enforce");

  /**
   * A line of the file that is to be decided.
   *
   * @param text what stands in it
   */
  record Line(int number, String text) {

    String key() {
      return text.substring(0, text.indexOf(':'));
    }
  }

  /** Inspects a jar and writes its first file. */
  static FirstFile of(Jdk jdk, File yaml, File jar) {
    return new FirstFile(
        yaml,
        JavaProgram.ofJar(AgentJar.file())
            .on(jdk)
            .arguments("inspect", "--apply=" + yaml.getPath(), jar.getPath())
            .run(Duration.ofMinutes(2)));
  }

  List<Line> toDecide() {
    return Pattern.compile("(?m)^" + Pattern.quote(yaml.getPath()) + ":(\\d+): (.*)$")
        .matcher(told.standardOutput())
        .results()
        .map(line -> new Line(Integer.parseInt(line.group(1)), line.group(2)))
        .toList();
  }

  boolean has(Line line) throws IOException {
    return Files.readAllLines(yaml.toPath()).get(line.number() - 1).strip().equals(line.text());
  }

  /** Whether it asks which method is a run. */
  boolean asksForTheRun() {
    return RUN.matcher(told.standardOutput()).find();
  }

  /** Takes what it asks about for the run. */
  void takeTheRun() throws IOException {
    Matcher lines = RUN.matcher(told.standardOutput());
    if (lines.find()) {
      for (int i = number(lines, 1); i <= number(lines, 2); i++) {
        change(i, "# ", "");
      }
    }
  }

  /** Makes the agent stop the loops it finds. */
  void enforce() throws IOException {
    Matcher line = MODE.matcher(told.standardOutput());
    if (line.find()) {
      change(number(line, 1), "observe", "enforce");
    }
  }

  private void change(int number, String text, String replacement) throws IOException {
    List<String> lines = Files.readAllLines(yaml.toPath());
    lines.set(number - 1, lines.get(number - 1).replaceFirst(text, replacement));
    Files.write(yaml.toPath(), lines);
  }

  private static int number(Matcher line, int group) {
    return Integer.parseInt(line.group(group));
  }
}
