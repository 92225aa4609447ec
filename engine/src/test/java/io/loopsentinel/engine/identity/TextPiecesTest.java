package io.loopsentinel.engine.identity;

import static io.loopsentinel.engine.identity.Canonical.canonical;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Text is read and written in pieces; what stands where they meet is no different. */
class TextPiecesTest {

  /** Around the lengths at which another way of copying begins. */
  private static final List<Integer> LENGTHS = List.of(0, 1, 7, 8, 11, 12, 13, 63, 64, 65, 200);

  private static final List<String> SPECIAL =
      List.of("\"", "\\", "\n", "\u0000", "\u001f", "\u007f", "\u0080", "é", "ÿ", "Ā", "⌀", "€");

  private final ObjectMapper mapper = new ObjectMapper();

  /** The low byte of each of these is a letter. */
  private static final String LIKE_ASCII = "\u0161\u4e61\u0141";

  @Test
  void aSpecialCharacterIsFoundAtEveryPlaceOfAString() throws JsonProcessingException {
    for (int length : LENGTHS) {
      for (int at = 0; at <= length; at++) {
        for (String special : SPECIAL) {
          String text = "a".repeat(at) + special + "b".repeat(length - at);

          assertThat(canonical(List.of(text)))
              .isEqualTo("[" + quoted(text) + "]")
              .isEqualTo(canonical("[ " + mapper.writeValueAsString(text) + "]"));
        }
      }
    }
  }

  @Test
  void aCharacterBeyondLatin1IsNoLetter() {
    for (int length : LENGTHS) {
      String text = "a".repeat(length) + LIKE_ASCII + "b".repeat(length);

      assertThat(canonical(List.of(text))).isEqualTo("[\"" + text + "\"]");
      assertThat(canonical("[\"" + text + "\"]")).isEqualTo("[\"" + text + "\"]");
      assertThat(canonical(text)).isEqualTo("\"" + text + "\"");
      assertThat(canonical("[" + text + "]")).startsWith("\"[");
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {2048, 4096, 8192})
  void jsonMayBeCutAnywhere(int piece) {
    RandomJson json = new RandomJson(piece);
    for (int i = 0; i < 300; i++) {
      Map<String, @Nullable Object> object = json.object();
      String text = json.write(object);
      String spaces = " ".repeat(Math.max(0, piece - i % (text.length() + 1)));

      assertThat(canonical(spaces + text)).as(text).isEqualTo(canonical(object));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {2048, 4096, 8192})
  void canonicalJsonMayBeCutAnywhere(int piece) {
    RandomJson json = new RandomJson(piece);
    for (int i = 0; i < 300; i++) {
      Map<String, @Nullable Object> object = json.object();
      String form = canonical(object);
      String before = "x".repeat(Math.max(0, piece - i % (form.length() + 1)));
      String whole = "{\"a\":\"" + before + "\",\"b\":" + form + "}";

      assertThat(canonical(whole)).isEqualTo(whole);
      assertThat(canonical(" " + whole)).isEqualTo(whole);
    }
  }

  @Test
  void partsInCanonicalFormStandAmongOthers() {
    assertThat(canonical("{\"b\":{\"x\":1,\"y\":[1,2]},\"a\":[{\"k\":null}, 1]}"))
        .isEqualTo("{\"a\":[{\"k\":null},1],\"b\":{\"x\":1,\"y\":[1,2]}}");
    assertThat(canonical("[{\"a\":1,\"b\":2},{\"b\":2,\"a\":1}]"))
        .isEqualTo("[{\"a\":1,\"b\":2},{\"a\":1,\"b\":2}]");
    assertThat(canonical("[[1.0],[1]]")).isEqualTo("[[1],[1]]");
    assertThat(canonical("{\"a\":[1,{ }],\"b\":[[],{}]}"))
        .isEqualTo("{\"a\":[1,{}],\"b\":[[],{}]}");
  }

  @Test
  void ofEqualNamesTheLastCountsWhereverTheyStand() {
    assertThat(canonical("{\"a\":1,\"a\":2}")).isEqualTo("{\"a\":2}");
    assertThat(canonical("{\"a\":1,\"b\":0,\"a\":{\"c\":1}}"))
        .isEqualTo("{\"a\":{\"c\":1},\"b\":0}");
    assertThat(canonical("{\"a\":{\"b\":1,\"b\":1},\"c\":1}"))
        .isEqualTo("{\"a\":{\"b\":1},\"c\":1}");
    assertThat(canonical("{\"\\u0061\":1,\"a\":2}")).isEqualTo("{\"a\":2}");
    assertThat(canonical("{\"\\n\":1,\"\\u000a\":2}")).isEqualTo("{\"\\n\":2}");
  }

  @Test
  void escapesThatAreCanonicalStayAndOthersDoNot() {
    String same = "{\"a\":\"\\\"\\\\\\b\\f\\n\\r\\t\"}";
    assertThat(canonical(same)).isEqualTo(same);
    assertThat(canonical("{\"a\":\"\\/\\u0041\\u000a\\u001F\"}"))
        .isEqualTo("{\"a\":\"/A\\n\\u001f\"}");
  }

  @Test
  void fractionsThatAreCanonicalStayAndOthersDoNot() {
    String same = "[0.5,-0.5,12.25,123456789012.125]";
    assertThat(canonical(same)).isEqualTo(same);
    assertThat(canonical("[0.50,1.0,-0.0,0.0000001,0.05,1.5e1,0.1000000000000000055]"))
        .isEqualTo("[0.5,1,0,1e-7,0.05,15,0.1]");
    assertThat(canonical("[9007199254740993.5]")).isEqualTo("[9007199254740994]");
  }

  @Test
  void escapedNamesAreSortedByWhatTheyStandFor() {
    assertThat(canonical("{\"\\\\\":1,\"Z\":2,\"\\n\":3,\"\\u0041\":4}"))
        .isEqualTo("{\"\\n\":3,\"A\":4,\"Z\":2,\"\\\\\":1}");
  }

  @Test
  void aNameWithASurrogateWithoutItsPartnerMakesTheWholeAText() {
    assertThat(canonical("{\"\\ud800\":1}")).isEqualTo("\"{\\\"\\\\ud800\\\":1}\"");
    assertThat(canonical("{\"a\":\"\\ud800\"}")).isEqualTo("{\"a\":\"\\ud800\"}");
  }

  @Test
  void nothingIsJsonThatEndsTooSoon() {
    String whole = "{\"a\":[\"b\\u00e9\",-1.5e3,true,null]}";
    for (int end = 1; end < whole.length(); end++) {
      String cut = whole.substring(0, end);

      assertThat(canonical(cut)).as(cut).startsWith("\"{");
      assertThat(canonical(" ".repeat(2048 - end) + cut)).as(cut).startsWith("\" ");
    }
  }

  /** Writes it character by character, as the RFC says it. */
  private static String quoted(String text) {
    StringBuilder json = new StringBuilder("\"");
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      json.append(
          switch (c) {
            case '"' -> "\\\"";
            case '\\' -> "\\\\";
            case '\n' -> "\\n";
            default -> c < ' ' ? String.format("\\u%04x", (int) c) : String.valueOf(c);
          });
    }
    return json.append('"').toString();
  }
}
