package io.loopsentinel.tools.inspect;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is in force does not let other calls through without a word. */
class OtherWaysTest {

  private static final Pattern TO_REMOVE =
      Pattern.compile("To guard them, remove \"# \" from lines (\\d+) to (\\d+)\\.");

  @TempDir private Path folder;

  @Test
  void warnsOfOtherImplementationsOfTheInterface() {
    assertThat(InspectInvocation.of(shape("mixedtools")).out())
        .contains("does not see all calls of com.acme.shapes.mixedtools.Tool.call\n    - name: ")
        .contains("calls that reach it without passing a target in force are not guarded\n");
  }

  @Test
  void reportsNothingIfAllCallsAreSeen() {
    assertThat(InspectInvocation.of(shape("twoclients")).out())
        .doesNotContain("does not see all calls", "are let through");
  }

  @Test
  void reportsTheLinesOfTheInterface() throws IOException {
    // given
    Path file = folder.resolve("first.yaml");

    // when
    String told = InspectInvocation.of("--apply=" + file, shape("mixedtools")).out();

    // then
    MatchResult removed = TO_REMOVE.matcher(told).results().findFirst().orElseThrow();
    List<String> lines =
        Files.readAllLines(file)
            .subList(Integer.parseInt(removed.group(1)) - 1, Integer.parseInt(removed.group(2)));
    assertThat(lines)
        .startsWith("    # - name: tool-2", "    #   kind: tool")
        .contains("    #   type: com.acme.shapes.mixedtools.Tool", "    #   subtypes: true")
        .endsWith("    #   result: message");
  }

  @Test
  void reportsThatARunOfStepsEndsAtAnInterrupt() {
    assertThat(InspectInvocation.of(shape("iterator")).out())
        .contains(
            "a run that is interrupted and resumes with another such object is judged as two\n");
  }

  private static String shape(String name) {
    return Path.of(
            Objects.requireNonNull(OtherWaysTest.class.getResource("/com/acme/shapes/" + name))
                .getPath())
        .toString();
  }
}
