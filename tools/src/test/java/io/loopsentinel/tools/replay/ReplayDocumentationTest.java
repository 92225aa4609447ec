package io.loopsentinel.tools.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The pages about replay show what the command prints. */
class ReplayDocumentationTest {

  private static final Path PAGE = Path.of("../docs/replay.md");
  private static final Path TUNING = Path.of("../docs/tuning.md");
  private static final Pattern EXAMPLE =
      Pattern.compile("```console\n\\$ java -jar loop-sentinel.jar replay (.+)\n((?s).*?)```");

  /** Stands where an example leaves lines out. */
  private static final Pattern OMISSION = Pattern.compile("(?m)^\\.\\.\\.\n");

  @ParameterizedTest(name = "{0}")
  @MethodSource("examples")
  void examplePrintsTheDocumentedOutput(String arguments, String shown) {
    assumeTrue(
        Recordings.arePresent() || !arguments.contains(Invocation.TRACES), Recordings.MISSING);

    Invocation invocation = Invocation.of(arguments.split(" ", -1));

    assertThat(invocation.exitCode()).isZero();
    assertThat(invocation.err()).isEmpty();
    assertThat("\n" + invocation.out())
        .containsSubsequence(OMISSION.splitAsStream(shown).map(part -> "\n" + part).toList());
  }

  static Stream<Object[]> examples() throws IOException {
    return EXAMPLE
        .matcher(Files.readString(PAGE) + Files.readString(TUNING))
        .results()
        .map(ReplayDocumentationTest::example)
        .filter(example -> !example[1].toString().isBlank());
  }

  @Test
  void aConfigurationThatIsShownIsTheOneThatIsPlayed() throws IOException {
    String sample = Files.readString(Path.of("../docs/samples/strict.yaml"));

    assertThat(Files.readString(TUNING)).contains("```yaml\n" + sample + "```");
  }

  private static Object[] example(MatchResult match) {
    return Arrays.asList(match.group(1), match.group(2)).toArray();
  }
}
