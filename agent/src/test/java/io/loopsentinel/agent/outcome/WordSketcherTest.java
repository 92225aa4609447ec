package io.loopsentinel.agent.outcome;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.agent.fingerprint.CanonicalJson;
import io.loopsentinel.agent.fingerprint.IdentityRule;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The sketch of arguments read off their canonical JSON is that of their values. */
class WordSketcherTest {

  private static final List<String> TEXTS =
      List.of(
          "word",
          "Two Words",
          "snake_case",
          "\"quoted\"",
          "back\\slash",
          "a\nb\tc",
          "",
          "ÄÖÜ ß",
          "中文 字",
          "😀 smile",
          "\ud800",
          "x\ud83d",
          "{\"a\":1}",
          "a:b",
          "12",
          "İstanbul",
          "\u0001z",
          "averylongwordofmorethaneightcharacters",
          "été2024");

  private final Random random = new Random(4711);
  private final WordSketcher sketcher = new WordSketcher();

  @Test
  void isThatOfTheValuesWhateverTheArguments() {
    for (int i = 0; i < 3_000; i++) {
      Object arguments = anyValue(4);

      assertThat(sketch(bytes(arguments))).as("%s", arguments).isEqualTo(expected(arguments));
    }
  }

  @Test
  void isThatOfTheValuesAtTheGreatestLengths() {
    for (int chars : List.of(16_383, 16_384, 16_385, 131_068, 131_070, 131_071, 131_073, 200_000)) {
      String end = "tail " + random.nextInt(1000);
      for (String filler : List.of("ab ", "é ", "😀", "a\n")) {
        String text = repeated(filler, chars) + end;
        for (Object arguments :
            List.of(text, List.of(text, "more"), Map.of("k", text, "z", end), Map.of(text, end))) {
          assertThat(sketch(bytes(arguments)))
              .as("%s characters of %s", chars, filler)
              .isEqualTo(expected(arguments));
        }
      }
    }
  }

  @Test
  void isThatOfTheFirstValuesIfThereAreMany() {
    List<Integer> numbers = IntStream.range(0, 1_200).boxed().toList();

    assertThat(sketch(bytes(numbers))).isEqualTo(expected(numbers));
  }

  @ParameterizedTest
  @MethodSource("cutShort")
  void aFormThatEndsAnywhereIsReadUpToItsEnd(String json) {
    assertThat(sketch(json.getBytes(StandardCharsets.UTF_8)))
        .isEqualTo(ArgumentSketch.of(ArgumentValues.ofJson(json)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"{…}", "[1,…]", "com.acme.V2{\"a\":\"b\"}", "NaN", "-Infinity", "…", "\"a\"…"})
  void marksAreReadLikeValues(String form) {
    assertThat(sketch(form.getBytes(StandardCharsets.UTF_8)))
        .isEqualTo(ArgumentSketch.of(ArgumentValues.ofJson(form)));
  }

  private static List<String> cutShort() {
    String json = "{\"name\":\"a b\\n\\u001f\\ud800c\",\"n\":[-1.5e10,\"é\"],\"last\":\"x\"}";
    return IntStream.rangeClosed(0, json.length()).mapToObj(end -> json.substring(0, end)).toList();
  }

  private ArgumentSketch sketch(byte[] json) {
    sketcher.reset();
    int at = 0;
    while (at < json.length) {
      int end = Math.min(json.length, at + 1 + random.nextInt(random.nextInt(20) == 0 ? 5_000 : 7));
      sketcher.accept(json, at, end);
      at = end;
    }
    return new ArgumentSketch(sketcher.bits(), sketcher.words());
  }

  private static byte[] bytes(@Nullable Object arguments) {
    return CanonicalJson.bytes(arguments, IdentityRule.ALL_ARGUMENTS);
  }

  private static ArgumentSketch expected(@Nullable Object arguments) {
    return ArgumentSketch.of(ArgumentValues.of(arguments));
  }

  private static String repeated(String filler, int chars) {
    return filler.repeat(chars / filler.length() + 1).substring(0, chars - chars % filler.length());
  }

  private @Nullable Object anyValue(int depth) {
    return switch (random.nextInt(depth == 0 ? 5 : 8)) {
      case 0 -> random.nextInt(2000) - 1000;
      case 1 -> random.nextDouble() * 1e12;
      case 2 -> random.nextBoolean();
      case 3 -> null;
      case 4 -> anyText();
      case 5 -> anyText() + " " + anyText() + anyText();
      case 6 -> {
        List<Object> list = new ArrayList<>();
        for (int i = random.nextInt(6); i > 0; i--) {
          list.add(anyValue(depth - 1));
        }
        yield list;
      }
      default -> {
        Map<String, Object> map = new LinkedHashMap<>();
        for (int i = random.nextInt(6); i > 0; i--) {
          map.put(anyText(), anyValue(depth - 1));
        }
        yield map;
      }
    };
  }

  private String anyText() {
    return TEXTS.get(random.nextInt(TEXTS.size()));
  }
}
