package io.loopsentinel.engine.outcome;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.loopsentinel.engine.identity.CanonicalJson;
import io.loopsentinel.engine.identity.IdentityRule;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The sketch of arguments is read off their canonical form, in whatever pieces that comes. */
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
  void isThatOfTheWordsInTheValuesWhateverTheArguments() throws IOException {
    for (int i = 0; i < 3_000; i++) {
      Object arguments = anyValue(4);
      Set<String> words = words(arguments);

      ArgumentSketch sketch = sketch(bytes(arguments));

      assertThat(sketch.words()).as("%s", arguments).isEqualTo(Math.min(words.size(), 63));
      assertThat(sketch).as("%s", arguments).isEqualTo(sketch(bytes(List.copyOf(words))));
    }
  }

  @Test
  void halvesOfCharactersAndControlCharactersEndAWord() {
    assertThat(sketch(bytes("a\ud800b\u0001c\nd"))).isEqualTo(sketch(bytes("a b c d")));
  }

  @Test
  void readsNoFurtherThanSixteenThousandCharactersOfValues() {
    String beginning = "ab ".repeat(5_461) + "c";

    ArgumentSketch sketch = sketch(bytes(Map.of("name", beginning + "d", "other", "unseen")));

    assertThat(sketch).isEqualTo(sketch(bytes("ab c")));
  }

  @Test
  void ofManyWordsTheSameOnesCountInWhateverOrderTheyCome() {
    List<String> words = new ArrayList<>();
    for (int i = 0; i < 600; i++) {
      words.add("word" + i % 500);
    }
    ArgumentSketch sketch = sketch(bytes(words));

    for (int i = 0; i < 50; i++) {
      Collections.shuffle(words, random);
      assertThat(sketch(bytes(words))).isEqualTo(sketch);
    }
    assertThat(sketch.words()).isEqualTo(63);
    assertThat(sketch).isNotEqualTo(sketch(bytes(words.subList(0, 60))));
  }

  @Test
  void readsTextsThatAreLongerThanWhatIsLookedAtAtOnce() {
    String word = "x".repeat(300);
    String plain = "a ".repeat(40) + word + " b".repeat(40);

    assertThat(sketch(bytes(plain))).isEqualTo(sketch(bytes("a b " + word)));
    assertThat(sketch(bytes(plain))).isNotEqualTo(sketch(bytes("a b " + word + "x")));
  }

  @ParameterizedTest
  @ValueSource(strings = {"{…}", "[1,…]", "com.acme.V{\"a\":\"b\"}", "NaN", "…", "\"a\"…"})
  void marksAreNoWords(String form) {
    List<String> values =
        form.contains("1") ? List.of("1") : form.contains("b") ? List.of("b") : List.of();
    List<String> expected = form.startsWith("\"a") ? List.of("a") : values;

    assertThat(sketch(form.getBytes(StandardCharsets.UTF_8))).isEqualTo(sketch(bytes(expected)));
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

  /** Reads the words in the values, with another reader of JSON. */
  private static Set<String> words(@Nullable Object arguments) throws IOException {
    Set<String> words = new TreeSet<>();
    try (JsonParser parser = new JsonFactory().createParser(bytes(arguments))) {
      for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
        if (token == JsonToken.VALUE_STRING || token.isNumeric()) {
          words.addAll(wordsOf(parser.getText()));
        }
      }
    }
    return words;
  }

  private static List<String> wordsOf(String value) {
    StringBuilder lower = new StringBuilder();
    value
        .codePoints()
        .map(c -> c == '_' || Character.isLetterOrDigit(c) ? Character.toLowerCase(c) : ' ')
        .forEach(lower::appendCodePoint);
    return Stream.of(lower.toString().split(" ", 0)).filter(word -> !word.isEmpty()).toList();
  }

  private static byte[] bytes(@Nullable Object arguments) {
    return CanonicalJson.of(arguments, IdentityRule.ALL_ARGUMENTS).getBytes(UTF_8);
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
