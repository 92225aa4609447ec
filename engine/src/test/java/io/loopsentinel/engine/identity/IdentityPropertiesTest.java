package io.loopsentinel.engine.identity;

import static io.loopsentinel.engine.identity.Canonical.canonical;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class IdentityPropertiesTest {

  private static final int RUNS = 3000;
  private static final Pattern LONE_SURROGATE = Pattern.compile("\\\\ud[89a-f]");

  private final RandomJson json = new RandomJson(20250101);

  @Test
  void anObjectAndEveryTextOfItAreOne() {
    for (int i = 0; i < RUNS; i++) {
      Map<String, @Nullable Object> object = json.object();

      String text = json.write(object);

      assertThat(canonical(text)).as(text).isEqualTo(canonical(object));
    }
  }

  @Test
  void anObjectOfPlainValuesAndEveryTextOfItAreOne() {
    RandomJson plain = RandomJson.plain(20250102);
    for (int i = 0; i < RUNS; i++) {
      Map<String, @Nullable Object> object = plain.object();

      String text = plain.write(object);

      assertThat(canonical(text)).as(text).isEqualTo(canonical(object));
    }
  }

  @Test
  void anyOtherValueIsADifference() {
    for (int i = 0; i < RUNS; i++) {
      Map<String, @Nullable Object> object = json.object();

      Map<String, @Nullable Object> other = json.changed(object);

      assertThat(canonical(other)).isNotEqualTo(canonical(object));
      assertThat(canonical(json.write(other))).isNotEqualTo(canonical(json.write(object)));
    }
  }

  @Test
  void theCanonicalFormIsJsonAndItsOwnCanonicalForm() throws IOException {
    ObjectMapper mapper = new ObjectMapper();
    for (int i = 0; i < RUNS; i++) {
      String canonical = canonical(json.object());

      assertThat(canonical(canonical)).isEqualTo(canonical);
      if (LONE_SURROGATE.matcher(canonical).find()) {
        continue; // Jackson refuses it
      }
      assertThat(canonical(mapper.readTree(canonical))).isEqualTo(canonical);
      assertThat(canonical(mapper.readValue(canonical, Map.class))).isEqualTo(canonical);
    }
  }
}
