package io.loopsentinel.it.extension;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.it.harness.JavaProgram;
import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.OnEachJdk;
import io.loopsentinel.it.harness.ProgramResult;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.io.TempDir;

/** The configurations that the page on extensions and the README of this module show. */
class ExamplesIT {

  private static final Pattern EXAMPLE = Pattern.compile("(?s)```\\w+\n(sentinel:\n.*?)```");

  private static final String TARGET =
      """
        profiles: none
        targets:
          - {name: read, kind: tool, type: TYPE, method: dispatch, tool: arg0, args: arg1, session: '"s"'}
      """;

  @TempDir private File folder;

  @OnEachJdk(17)
  void ofThePageUsesWhatTheJarBrings(Jdk jdk) throws IOException {
    assertUsed(jdk, new File("../../docs/extensions.md"));
  }

  @OnEachJdk(17)
  void ofTheReadmeUsesWhatTheJarBrings(Jdk jdk) throws IOException {
    assertUsed(jdk, new File("README.md"));
  }

  private void assertUsed(Jdk jdk, File page) throws IOException {
    File events = new File(folder, "events.jsonl");
    String example =
        EXAMPLE
            .matcher(Files.readString(page.toPath()))
            .results()
            .map((MatchResult found) -> found.group(1))
            .findFirst()
            .orElseThrow()
            .replace("my-rules.jar", ExtendedRuns.MY_RULES.getAbsolutePath())
            .replace("path: state", "path: " + new File(folder, "state"))
            .replace("events.jsonl", events.getPath());

    ProgramResult result =
        ExtendedRuns.runInTime(
            JavaProgram.ofMain(CallingProgram.class)
                .on(jdk)
                .agentConfig(
                    folder, example + TARGET.replace("TYPE", CallingProgram.class.getName())));

    assertThat(result.standardOutput().lines())
        .as("%s", result)
        .hasSize(6)
        .last()
        .asString()
        .contains("read was called 5 times.");
    assertThat(result.standardError()).doesNotContain("WARN", "cannot", "expected");
    assertThat(Files.readString(events.toPath())).contains("\"detector\":\"quota\"");
  }
}
