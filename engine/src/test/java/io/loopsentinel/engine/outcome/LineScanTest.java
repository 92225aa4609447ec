package io.loopsentinel.engine.outcome;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** That one pass over a line finds what several would. */
class LineScanTest {

  /** Each alone, and where one part of a long line ends and the next begins. */
  private static final List<String> LINES =
      SampleLines.all().stream().flatMap(line -> Stream.of(line, afterAPart(line) + line)).toList();

  private final LineScan scan = new LineScan();

  @Test
  void hashesALineAsItIsHashedAlone() {
    for (String line : LINES) {
      scan.read("x" + line + "y", 1, 1 + line.length());

      assertThat(scan.hash()).isEqualTo(TextHash.of(line));
    }
  }

  @Test
  void leavesOutNoGroupOfWhichThereIsAPattern() {
    List<Needs> needs =
        Stream.of(
                FailureForm.table().stream().map(FailureForm::needs),
                Acknowledgement.NEEDS.stream(),
                Stream.of(NegativeAnswer.NEEDS))
            .flatMap(all -> all)
            .toList();
    for (int group = 0; group < PatternFilter.GROUPS; group++) {
      for (ShortPattern pattern : Needs.groups(needs, 0).get(group)) {
        PatternFilter alone = new PatternFilter(List.of(List.of(pattern)));
        for (String line : LINES) {
          if (alone.groupsIn(line, 0, line.length()) != 0) {
            scan.read(line, 0, line.length());

            assertThat(scan.messages() & 1 << group).as(line).isNotZero();
          }
        }
      }
    }
  }

  /** Half of the lines without their digits, of which letters are made that are hexadecimal. */
  @Test
  void leavesOutNoVolatileToken() {
    List<RewriteRule> rules =
        Stream.of("volatile-tokens.txt", "display-counts.txt")
            .flatMap(name -> RewriteRule.table(name).stream())
            .toList();
    List<String> lines =
        LINES.stream().flatMap(line -> Stream.of(line, withoutDigits(line))).toList();
    for (RewriteRule rule : rules) {
      for (String line : lines) {
        if (rule.pattern().matcher(line).find()) {
          scan.read(line, 0, line.length());

          assertThat(rule.needs().areIn(line, 0, line.length(), scan.tokens())).as(line).isTrue();
        }
      }
    }
  }

  /** The line before is longer, so characters of it are left where the next one is copied to. */
  @Test
  void findsNothingOfTheLineBefore() {
    String before = "12:30:45 error: ".repeat(LineScan.PART);
    for (String line : List.of("", "of", "client", "a client", "the router of")) {
      scan.read(before, 0, before.length());
      scan.read(line, 0, line.length());

      assertThat(scan.messages()).as(line).isZero();
      assertThat(scan.tokens()).as(line).isZero();
    }
  }

  @Test
  void findsNothingInSentencesThatSayNothingOfTheKind() {
    String line = "request router default of the connection pool and its handler in the session";

    scan.read(line, 0, line.length());

    assertThat(scan.messages()).isZero();
    assertThat(scan.tokens()).isZero();
  }

  private static String afterAPart(String line) {
    return "y ".repeat(LineScan.PART).substring(0, 2 * LineScan.PART - line.length() % 40);
  }

  private static String withoutDigits(String line) {
    Random random = new Random(line.length());
    StringBuilder without = new StringBuilder(line);
    for (int i = 0; i < without.length(); i++) {
      if (Character.isDigit(without.charAt(i))) {
        without.setCharAt(i, (char) ('a' + random.nextInt('f' - 'a' + 1)));
      }
    }
    return without.toString();
  }
}
