package io.loopsentinel.engine.identity;

import static io.loopsentinel.engine.identity.Canonical.canonical;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class Es6NumberTest {

  @Test
  void writesThePublishedTenThousandDoubles() throws IOException {
    List<String> lines = es6Numbers();

    assertThat(lines).hasSize(10_000);
    assertThat(lines)
        .allSatisfy(
            line -> {
              String[] bitsAndText = line.split(",", 2);
              double value = Double.longBitsToDouble(Long.parseUnsignedLong(bitsAndText[0], 16));
              assertThat(write(value)).isEqualTo(bitsAndText[1]);
            });
  }

  @Test
  void readsBackAsTheSameDouble() {
    Random random = new Random(8785);
    for (int i = 0; i < 200_000; i++) {
      double value = Double.longBitsToDouble(random.nextLong());
      if (Double.isFinite(value)) {
        assertThat(Double.parseDouble(write(value))).isEqualTo(value == 0 ? 0.0 : value);
      }
    }
  }

  @Test
  void writesADecimalTextAsItsDouble() {
    Random random = new Random(754);
    for (int i = 0; i < 200_000; i++) {
      String text = randomDecimal(random);

      assertThat(canonical("[" + text + "]"))
          .as(text)
          .isEqualTo("[" + write(Double.parseDouble(text)) + "]");
    }
  }

  private String write(double value) {
    return Es6Number.of(value);
  }

  private static String randomDecimal(Random random) {
    StringBuilder text = new StringBuilder(random.nextBoolean() ? "-" : "");
    text.append(random.nextBoolean() ? "0" : Long.toString(random.nextInt(100_000)));
    text.append('.').append("0".repeat(random.nextInt(4)));
    text.append(Long.toString(Math.abs(random.nextLong() >> random.nextInt(64))));
    if (random.nextBoolean()) {
      text.append(random.nextBoolean() ? "e" : "E+").append(random.nextInt(330));
    } else if (random.nextBoolean()) {
      text.append("e-").append(random.nextInt(330));
    }
    return Double.isInfinite(Double.parseDouble(text.toString())) ? "1.5" : text.toString();
  }

  private static List<String> es6Numbers() throws IOException {
    try (var in = Es6NumberTest.class.getResourceAsStream("/conformance/rfc8785/es6numbers.txt");
        var reader = new BufferedReader(new InputStreamReader(in, US_ASCII))) {
      return reader.lines().toList();
    }
  }

  @Test
  void writesWholeNumbersOfEveryLength() {
    for (long power = 1; power <= 1_000_000_000_000_000_000L && power > 0; power *= 10) {
      for (long number : new long[] {power - 1, power, power + 1, 3 * power + power / 3}) {
        assertThat(whole(number)).isEqualTo(Long.toString(number));
        assertThat(whole(-number)).isEqualTo(Long.toString(-number));
      }
    }
  }

  private String whole(long number) {
    String inList = canonical(List.of(number));
    return inList.substring(1, inList.length() - 1);
  }
}
