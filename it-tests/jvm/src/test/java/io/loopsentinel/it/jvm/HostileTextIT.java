package io.loopsentinel.it.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.loopsentinel.it.harness.FullMatrix;
import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.Jdks;
import io.loopsentinel.it.harness.OnEachJdk;
import java.io.File;
import java.io.IOException;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Names and values that would forge lines, drive a terminal or fill a disk are harmless wherever
 * the agent shows them.
 */
@FullMatrix
class HostileTextIT {

  /**
   * Control characters, those that format or break lines or are shown as nothing, and lone
   * surrogates. But for the line feed that ends a line.
   */
  private static final Pattern NOT_PLAIN =
      Pattern.compile(
          "[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}\\p{Cs}\ufe00-\ufe0f\\x{e0100}-\\x{e01ef}\u115f\u3164&&[^\\n]]");

  /** Characters of a line: less than the hundred thousand of each text. */
  private static final int MAX_LINE_LENGTH = 30_000;

  /** Characters of all that the live page shows: fifty findings, and sessions with their calls. */
  private static final int MAX_STATE_LENGTH = 1_000_000;

  /**
   * A line of a scrape
   * (https://prometheus.io/docs/instrumenting/exposition_formats/#text-based-format).
   */
  private static final Pattern SAMPLE =
      Pattern.compile(
          "# (HELP|TYPE) \\w+ .+"
              + "|\\w+(\\{(\\w+=\"([^\"\\\\]|\\\\[\"\\\\n])*\",?)+\\})? [0-9.E+-]+");

  private static final String FORGED = "[loop-sentinel] forged";

  @TempDir private File folder;

  @OnEachJdk
  void staysOnItsLineWithoutControlCharactersAndCut(Jdk jdk) throws Exception {
    EveryPathRun run =
        EveryPathRun.of(
            jdk,
            folder,
            "hostile",
            "log: debug\n    include_arguments: true\n    redact: [password, \"**.token\"]");

    run.outputs()
        .forEach(
            (name, output) ->
                assertThat(output.lines())
                    .as(name)
                    .isNotEmpty()
                    .allSatisfy(line -> assertHarmless(name, line)));
    assertThat(run.output(EveryPathRun.STANDARD_ERROR).lines())
        .allMatch(line -> line.startsWith("[loop-sentinel] "))
        .anyMatch(line -> line.contains("\\n[loop-sentinel] forged"));
    assertThat(lines(run, EveryPathRun.SCRAPE)).allMatch(SAMPLE.asMatchPredicate());
    for (String body : lines(run, EveryPathRun.AUDIT)) {
      assertThat(new ObjectMapper().readTree(body).isObject()).isTrue();
      assertThat(body).matches("\\p{ASCII}+");
    }
    for (String format : EveryPathRun.WEBHOOKS) {
      for (String body : lines(run, format)) {
        assertTextsAreHarmless(format, new ObjectMapper().readTree(body));
      }
    }
  }

  @Test
  void isHarmlessInTheLogOfTheApplication() throws Exception {
    EveryPathRun run =
        EveryPathRun.of(Jdks.running(), folder, "hostile", "log: debug\n    log_to: slf4j");

    assertThat(run.output(EveryPathRun.STANDARD_ERROR).lines())
        .anyMatch(line -> line.startsWith("[main] WARN io.loopsentinel - repeat"))
        .allSatisfy(line -> assertHarmless(EveryPathRun.STANDARD_ERROR, line))
        .filteredOn(line -> line.contains(" io.loopsentinel - "))
        .noneMatch(line -> line.contains("${"));
  }

  private static List<String> lines(EveryPathRun run, String name) {
    return run.output(name).lines().toList();
  }

  /** A receiver that is for people gets several lines, each of which begins with its own words. */
  private static void assertTextsAreHarmless(String format, JsonNode node) throws IOException {
    if (node.isTextual()) {
      node.asText().lines().forEach(line -> assertHarmless(format, line));
    }
    for (JsonNode child : node) {
      assertTextsAreHarmless(format, child);
    }
  }

  private static void assertHarmless(String name, String line) {
    // What keeps an at sign from being a mention is a character without width.
    String shown =
        name.equals("slack") || name.equals("discord") ? line.replace("@\u200b", "@") : line;
    int longest = name.equals(EveryPathRun.PAGE) ? MAX_STATE_LENGTH : MAX_LINE_LENGTH;
    assertThat(shown.length()).as("%s: %.500s", name, shown).isLessThan(longest);
    assertThat(shown)
        .as(name)
        .doesNotContainPattern(NOT_PLAIN)
        .doesNotStartWith(FORGED)
        .doesNotStartWith("{\"forged");
  }
}
