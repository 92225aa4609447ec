package io.loopsentinel.engine.outcome;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.engine.outcome.pattern.Rewrites;
import io.loopsentinel.engine.outcome.pattern.Rewrites.Rewrite;
import io.loopsentinel.engine.outcome.pattern.TableFile;
import io.loopsentinel.engine.outcome.pattern.WordedPattern;
import io.loopsentinel.engine.outcome.pattern.WordedPatterns;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Rules for the patterns of all tables. */
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
    assertThat(pattern.pattern())
        .doesNotContainPattern("\\(\\?<?[=!][^)]*[*+]|\\\\[1-9]|\\(\\?>|[*+?}]\\+");
  }

  /** A pattern must find nothing in a line without its words; examples put together. */
  @Test
  void areSkippedOnlyWhereTheyFindNothing() {
    List<WordedPattern> patterns = worded().toList();
    List<WordedPatterns> worded = patterns.stream().map(List::of).map(WordedPatterns::new).toList();
    lines()
        .forEach(
            line ->
                assertThat(worded)
                    .as(line)
                    .map(each -> each.match(line, each.candidates(line)))
                    .isEqualTo(
                        patterns.stream()
                            .map(each -> each.pattern().matcher(line).find())
                            .toList()));
  }

  /** A pattern must match nothing that is far from its words. */
  @Test
  void replaceAsIfTheWholeLineWereSearched() {
    List<Rewrite> rules = tokenRules();
    Rewrites rewrites = new Rewrites(rules);
    lines()
        .forEach(
            line -> assertThat(rewrites.apply(line, -1).text()).isEqualTo(rewritten(line, rules)));
  }

  /** Applies each rule to what the rules before it have left of a line. */
  private static String rewritten(String line, List<Rewrite> rules) {
    TreeMap<Integer, MatchResult> found = new TreeMap<>();
    Map<Integer, String> replacements = new HashMap<>();
    for (Rewrite rule : rules) {
      Matcher matcher =
          rule.pattern()
              .pattern()
              .matcher(line)
              .useTransparentBounds(true)
              .useAnchoringBounds(false);
      int from = 0;
      List<MatchResult> before = List.copyOf(found.values());
      for (int i = 0; i <= before.size(); i++) {
        matcher.region(from, i < before.size() ? before.get(i).start() : line.length());
        while (matcher.find()) {
          found.put(matcher.start(), matcher.toMatchResult());
          String token = matcher.group();
          replacements.put(
              matcher.start(),
              rule.replacement().contains("$")
                  ? rule.pattern().pattern().matcher(token).replaceFirst(rule.replacement())
                  : rule.replacement());
        }
        from = i < before.size() ? before.get(i).end() : from;
      }
    }
    StringBuilder rewritten = new StringBuilder();
    int copied = 0;
    for (MatchResult token : found.values()) {
      rewritten.append(line, copied, token.start()).append(replacements.get(token.start()));
      copied = token.end();
    }
    return rewritten.append(line, copied, line.length()).toString();
  }

  /** Returns lines of examples and of what makes patterns start. */
  private static Stream<String> lines() {
    Random random = new Random(4711);
    List<String> parts = new ArrayList<>(TRYING);
    FailureForm.TABLE.forEach(form -> parts.add(form.example()));
    tokenRules().forEach(rule -> parts.add(rule.example()));
    List<String> gaps = List.of("", " ", ": ", "é", " ".repeat(50));
    return Stream.generate(
            () ->
                oneOf(parts, random)
                    + oneOf(gaps, random)
                    + oneOf(parts, random)
                    + oneOf(gaps, random)
                    + oneOf(parts, random))
        .limit(5_000);
  }

  @Test
  void areAllRead() {
    assertThat(patterns()).hasSizeGreaterThan(60);
  }

  private static Stream<Pattern> patterns() {
    return Stream.concat(
        worded().map(WordedPattern::pattern),
        TableFile.read("failure-counts.txt", 2).stream()
            .map(row -> Pattern.compile(row.get(row.size() - 1), Pattern.MULTILINE)));
  }

  private static Stream<WordedPattern> worded() {
    return Stream.of(
            tokenRules().stream().map(Rewrite::pattern),
            FailureForm.TABLE.stream().map(FailureForm::pattern),
            ShortAnswer.rows("acknowledgements.txt").stream(),
            ShortAnswer.rows("negatives.txt").stream(),
            ShortAnswer.rows("waiting.txt").stream(),
            ShortAnswer.rows("making.txt").stream())
        .flatMap(patterns -> patterns);
  }

  private static List<Rewrite> tokenRules() {
    return Stream.of("volatile-tokens.txt", "display-counts.txt")
        .flatMap(name -> Rewrites.rows(name).stream())
        .toList();
  }

  private static String oneOf(List<String> parts, Random random) {
    return parts.get(random.nextInt(parts.size()));
  }
}
