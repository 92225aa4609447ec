package io.loopsentinel.agent.outcome;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What holds for each pattern of all tables. */
class TablesTest {

  /** Texts that make patterns start over and over again. */
  private static final List<String> TRYING =
      List.of(
          "a",
          "1",
          "1 ",
          "f1",
          "1.",
          "12:",
          "1-",
          "/tmp",
          "/private",
          "\\temp\\",
          "c:\\",
          "E ",
          "A.",
          "Aa/b:",
          "error ",
          "error: ",
          "time",
          "took_ms\" : ",
          "thread #",
          "port ",
          "localhost:",
          "bash: ",
          "sh -c: ",
          "Mon, 1 ",
          "Jan 1 2024 ",
          "\"",
          "[",
          "(1 more ",
          "no ",
          "file not ",
          "your failed ",
          "status: ",
          "successful",
          "12 failed",
          "FAIL ",
          "(?",
          " ",
          "\t",
          "-",
          "@a",
          "0x0",
          "é");

  @ParameterizedTest
  @MethodSource("patterns")
  void usesOnlyWhatTakesLinearTime(Pattern pattern) {
    assertThat(pattern.pattern()).doesNotContainPattern("\\(\\?<?[=!]|\\\\[1-9]|\\(\\?>|[*+?}]\\+");
  }

  @ParameterizedTest
  @MethodSource("patterns")
  void readsEachCharacterOnlySoManyTimes(Pattern pattern) {
    for (String part : TRYING) {
      String line = part.repeat(4_000 / part.length());

      assertThatCode(() -> pattern.matcher(new LimitedText(line)).results().count())
          .as("%s in %s…", pattern, part)
          .doesNotThrowAnyException();
    }
  }

  @Test
  void areAllRead() {
    assertThat(patterns()).hasSizeGreaterThan(60);
  }

  private static Stream<Pattern> patterns() {
    return Stream.of(
            Stream.of("volatile-tokens.txt", "display-counts.txt")
                .flatMap(name -> RewriteRule.table(name).stream())
                .map(RewriteRule::pattern),
            FailureForm.table().stream().map(FailureForm::pattern),
            Stream.of("acknowledgements.txt", "failure-counts.txt")
                .flatMap(name -> TableFile.read(name, 2).stream())
                .map(row -> Pattern.compile(row.get(1), Pattern.MULTILINE)))
        .flatMap(patterns -> patterns);
  }
}
