package io.loopsentinel.it.scenario;

import io.loopsentinel.it.harness.JavaProgram;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The file that {@code discover} writes as though no profile knew a framework. */
public final class OwnFile {

  private static final Duration LIMIT = Duration.ofMinutes(6);

  private OwnFile() {}

  /**
   * Returns the file that {@code discover} writes of a program that runs to its end and whose tool
   * searches a {@link Library}. In the file no profile is used, and it is enforced.
   */
  public static String discovered(JavaProgram program, File folder) {
    File file = new File(folder, "discovered.yaml");
    String tool = Library.class.getName() + "::search";
    program.agentArguments("discover,tool=" + tool + ",out=" + file).run(LIMIT).successful();
    try {
      String written = Files.readString(file.toPath());
      return written.replace("mode: observe", "mode: enforce") + "\n  profiles: none\n";
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns the names of the methods that a file guards, in the file's order. */
  public static List<String> guarded(String file) {
    return Pattern.compile("(?m)^      type: (.*)\n(?:      .*\n)*?      method: (.*)$")
        .matcher(file)
        .results()
        .map(target -> target.group(1).replaceFirst(".*\\.", "") + "." + target.group(2))
        .toList();
  }

  /** Returns the outcome of each way of dispatch, one line each. */
  public static String table(List<Outcome> outcomes) {
    return outcomes.stream().map(OwnFile::row).collect(Collectors.joining("\n"));
  }

  private static String row(Outcome outcome) {
    return "%s: %d calls run, %d requests, %d hints, %d answers"
        .formatted(
            outcome.dispatch(),
            outcome.toolRuns(),
            outcome.log().requests(),
            outcome.log().hints().size(),
            outcome.answers().size());
  }
}
