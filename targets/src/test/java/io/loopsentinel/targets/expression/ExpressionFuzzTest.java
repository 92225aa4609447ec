package io.loopsentinel.targets.expression;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ExpressionFuzzTest {

  private static final List<String> PIECES =
      List.of(
          "arg0",
          "arg1",
          "arg2",
          "arg300",
          "this",
          "return",
          "thrown",
          "message",
          "count",
          "run",
          "name",
          "length",
          "java.util.List",
          "java.lang.String",
          "String",
          "Map.Entry",
          "of",
          "get",
          "new ",
          "identity",
          "shared",
          "append",
          "put",
          "true",
          "null",
          ".",
          ".",
          ".",
          "?.",
          "??",
          "::",
          "(",
          ")",
          "(",
          ")",
          "[",
          "]",
          "[*]",
          "[0]",
          "{",
          "}",
          ",",
          ":",
          "'a'",
          "\"b\"",
          "'",
          "\"",
          "\\",
          "\\u12",
          "1",
          "-2",
          "0.5",
          "99999999999",
          " ",
          "\n",
          "?",
          "=",
          "+",
          "\u0000",
          "é",
          "\ud83d",
          "*");

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void refusesNonsenseWithAPlaceInIt(long seed) {
    Random random = new Random(seed);
    GuardedCall call = GuardedCall.withObject(Map.of("name", List.of(1)));
    int linked = 0;

    for (int i = 0; i < 20_000; i++) {
      String source = soup(random);
      try {
        call.link(source);
        linked++;
      } catch (ExpressionException refused) {
        assertThat(refused.getMessage()).as(source).isNotBlank();
        assertThat(refused.offset()).as(source).isBetween(0, source.length());
      } catch (RuntimeException | Error failure) {
        throw new AssertionError("seed " + seed + ": " + source, failure);
      }
    }

    assertThat(linked).as("expressions that happened to be right").isPositive();
  }

  private static String soup(Random random) {
    StringBuilder source = new StringBuilder();
    for (int i = random.nextInt(12); i >= 0; i--) {
      source.append(PIECES.get(random.nextInt(PIECES.size())));
    }
    return source.toString();
  }
}
