package io.loopsentinel.it.scenario;

import io.loopsentinel.it.harness.AgentJar;
import io.loopsentinel.it.harness.JavaProgram;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The file that {@code inspect} or {@code discover} writes as though no profile knew a framework.
 */
public final class OwnFile {

  private static final Duration LIMIT = Duration.ofMinutes(6);

  private static final Pattern COMMENT =
      Pattern.compile("(?m)^    # - name: .*\n(?:    #   .*\n)*");

  private OwnFile() {}

  /**
   * Returns the file, in which no profile is used.
   *
   * @param jars what the paths of the framework's jars contain, of those on the tests' class path
   */
  public static String of(String jars) {
    Pattern wanted = Pattern.compile(jars);
    return of(
        Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
            .filter(path -> path.endsWith(".jar") && wanted.matcher(path).find()));
  }

  /** Returns the file for jars by their paths, in which no profile is used. */
  public static String of(Stream<String> jars) {
    String[] arguments =
        Stream.concat(Stream.of("inspect", "--ignore-profiles"), jars).toArray(String[]::new);
    String file =
        JavaProgram.ofJar(AgentJar.file())
            .arguments(arguments)
            .run(LIMIT)
            .successful()
            .standardOutput();
    return file + "\n  profiles: none\n";
  }

  /**
   * Returns the file that {@code discover} writes of a program that runs to its end and whose tool
   * searches a {@link Library}. In the file no profile is used.
   */
  public static String discovered(JavaProgram program, File folder) {
    File file = new File(folder, "discovered.yaml");
    String tool = Library.class.getName() + "::search";
    program.agentArguments("discover,tool=" + tool + ",out=" + file).run(LIMIT).successful();
    try {
      return Files.readString(file.toPath()) + "\n  profiles: none\n";
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

  /** Returns a file in which the proposal for a type is a target, if it was a comment. */
  public static String withTarget(String file, String type) {
    return COMMENT
        .matcher(file.replace("  targets: []\n", "  targets:\n"))
        .replaceAll(
            comment ->
                Matcher.quoteReplacement(
                    comment.group().contains("   type: " + type + "\n")
                        ? comment.group().replaceAll("(?m)^    # ", "    ")
                        : comment.group()));
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
