package io.loopsentinel.engine.outcome;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** That a matcher which is used again finds what a new one finds. */
class KeptMatcherTest {

  private static final List<String> LINES = SampleLines.all();

  @ParameterizedTest
  @MethodSource("patterns")
  void findsInAPartWhatANewOneFindsInTheLine(Pattern pattern) {
    KeptMatcher kept = new KeptMatcher(new LazyPattern(pattern.pattern(), pattern.flags()));

    assertThat(LINES)
        .allMatch(
            line ->
                kept.finds("1: " + line + " error", 3, 3 + line.length())
                    == pattern.matcher(line).find());
  }

  @Test
  void readsEachTextAnew() {
    KeptMatcher kept = new KeptMatcher(new LazyPattern("\\bno\\b", 0));

    assertThat(kept.finds("say no", 0, 6)).isTrue();
    assertThat(kept.finds("say yes", 0, 7)).isFalse();
    assertThat(kept.finds("say no", 0, 6)).isTrue();
  }

  private static Stream<Pattern> patterns() {
    return Stream.of(
            FailureForm.table().stream().map(FailureForm::pattern),
            Stream.of("volatile-tokens.txt", "display-counts.txt")
                .flatMap(name -> RewriteRule.table(name).stream())
                .map(RewriteRule::pattern),
            TableFile.read("acknowledgements.txt", 3).stream()
                .map(row -> Pattern.compile(row.get(2), Pattern.UNIX_LINES)))
        .flatMap(patterns -> patterns);
  }
}
