package io.loopsentinel.tools.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The examples in docs/report.md match the output of the command. */
class ReportDocumentationTest {

  private static final File SAMPLES = new File("../docs/samples");
  private static final Path PAGE = Path.of("../docs/report.md");
  private static final Pattern EXAMPLE =
      Pattern.compile("```console\n\\$ java -jar loop-sentinel.jar report (.+)\n((?s).*?)```");

  @ParameterizedTest(name = "{0}")
  @MethodSource("examples")
  void examplePrintsTheDocumentedOutput(String arguments, String shown) {
    Reported reported = Reported.of(SAMPLES, arguments.split(" ", -1));

    assertThat(reported).isEqualTo(new Reported(0, shown, ""));
  }

  static Stream<Arguments> examples() throws IOException {
    return EXAMPLE
        .matcher(Files.readString(PAGE))
        .results()
        .map(example -> Arguments.of(example.group(1), example.group(2)));
  }
}
