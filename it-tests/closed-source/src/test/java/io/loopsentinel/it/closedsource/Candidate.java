package io.loopsentinel.it.closedsource;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.it.harness.AgentJar;
import io.loopsentinel.it.harness.JavaProgram;
import io.loopsentinel.it.harness.Jdk;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** The first dispatch of tools that {@code inspect} lists for a jar. */
final class Candidate {

  private static final Pattern TARGET =
      Pattern.compile("(?m)^# {6}( *- name: tool-1\n(?:# {8}.*\n?)*)");

  private Candidate() {}

  /** Returns the output of {@code inspect}. */
  static String inspected(Jdk jdk, File jar) {
    return JavaProgram.ofJar(AgentJar.file())
        .on(jdk)
        .arguments("inspect", jar.getPath())
        .run(Duration.ofMinutes(2))
        .successful()
        .standardOutput();
  }

  /** Writes a configuration whose only target is the first candidate of a list. */
  static File configuration(String candidates, File file) throws IOException {
    String target =
        TARGET
            .matcher(candidates)
            .results()
            .map((MatchResult found) -> found.group(1).replaceAll("(?m)^# {6}", ""))
            .findFirst()
            .orElse("");
    assertThat(target).as(candidates).isNotEmpty();
    Files.writeString(file.toPath(), "sentinel:\n  mode: observe\n  targets:\n" + target.indent(4));
    return file;
  }
}
