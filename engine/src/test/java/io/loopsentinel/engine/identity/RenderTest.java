package io.loopsentinel.engine.identity;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RenderTest {

  @Test
  void givesTheCanonicalForm() {
    assertThat(CanonicalJson.render("{ \"b\": 2.0, \"a\": \"é\" }", 100))
        .isEqualTo("{\"a\":\"é\",\"b\":2}");
    assertThat(CanonicalJson.render(null, 100)).isEqualTo("{}");
  }

  @Test
  void cutsWhatIsTooLong() {
    assertThat(CanonicalJson.render(Map.of("a", "0123456789"), 17))
        .isEqualTo("{\"a\":\"0123456789…");
    assertThat(CanonicalJson.render(Map.of("a", "012345678"), 17))
        .isEqualTo("{\"a\":\"012345678\"}");
    assertThat(CanonicalJson.render("long", 1)).isEqualTo("…");
  }

  @Test
  void doesNotCutACharacterInTwo() {
    assertThat(CanonicalJson.render("a😂😂😂", 5)).isEqualTo("\"a😂…");
    assertThat(CanonicalJson.render("a😂😂😂", 4)).isEqualTo("\"a…");
  }

  @Test
  void doesNotReadMoreThanItShows() {
    List<Object> endless = Collections.nCopies(Integer.MAX_VALUE, "xxxxxxxxxxxxxxx");

    assertThat(CanonicalJson.render(Map.of("l", endless), 30)).hasSize(30).endsWith("…");
    assertThat(CanonicalJson.render("[" + "1,".repeat(100_000) + "1]", 6)).isEqualTo("[1,1,…");
  }
}
