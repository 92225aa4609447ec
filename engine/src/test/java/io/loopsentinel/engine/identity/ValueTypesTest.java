package io.loopsentinel.engine.identity;

import static io.loopsentinel.engine.identity.Canonical.canonical;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.nio.CharBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Date;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TimeZone;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class ValueTypesTest {

  record Filter(String field, Object value) {}

  record Query(String text, int limit, List<Filter> filters, @Nullable String cursor) {}

  @ParameterizedTest
  @MethodSource
  void writesAValue(@Nullable Object value, String expected) {
    assertThat(canonical(Arrays.asList(value, value)))
        .isEqualTo("[" + expected + "," + expected + "]");
  }

  @SuppressWarnings("JavaUtilDate") // applications still use it
  static List<Arguments> writesAValue() {
    return List.of(
        Arguments.of(null, "null"),
        Arguments.of(true, "true"),
        Arguments.of('c', "\"c\""),
        Arguments.of(CharBuffer.wrap("text"), "\"text\""),
        Arguments.of("text".toCharArray(), "\"text\""),
        Arguments.of((byte) -1, "-1"),
        Arguments.of((short) 300, "300"),
        Arguments.of(Long.MIN_VALUE, "-9223372036854775808"),
        Arguments.of(9007199254740993L, "9007199254740993"),
        Arguments.of(new AtomicLong(9007199254740993L), "9007199254740993"),
        Arguments.of(new AtomicInteger(7), "7"),
        Arguments.of(new BigInteger("12345678901234567890123"), "12345678901234567890123"),
        Arguments.of(new BigDecimal("9007199254740993"), "9007199254740993"),
        Arguments.of(new BigDecimal("1.50"), "1.5"),
        Arguments.of(new BigDecimal("1.0E+2"), "100"),
        Arguments.of(new BigDecimal("1E+400"), "Infinity"),
        Arguments.of(0.1f, "0.1"),
        Arguments.of(3.0f, "3"),
        Arguments.of(Float.MIN_VALUE, "1e-45"),
        Arguments.of(Float.MAX_VALUE, "3.4028235e+38"),
        Arguments.of(-0.0, "0"),
        Arguments.of(-0.0f, "0"),
        Arguments.of(Double.NaN, "NaN"),
        Arguments.of(Float.NaN, "NaN"),
        Arguments.of(Double.NEGATIVE_INFINITY, "-Infinity"),
        Arguments.of(TimeUnit.SECONDS, "\"SECONDS\""),
        Arguments.of(Optional.of(1), "1"),
        Arguments.of(Optional.empty(), "null"),
        Arguments.of(OptionalInt.of(2), "2"),
        Arguments.of(OptionalLong.empty(), "null"),
        Arguments.of(new AtomicReference<>(Optional.of("x")), "\"x\""),
        Arguments.of(Instant.EPOCH, "\"1970-01-01T00:00:00Z\""),
        Arguments.of(new Date(0), "\"1970-01-01T00:00:00Z\""),
        Arguments.of(new java.sql.Date(0), "\"1970-01-01T00:00:00Z\""),
        Arguments.of(LocalDate.of(2024, 2, 29), "\"2024-02-29\""),
        Arguments.of(Duration.ofMinutes(90), "\"PT1H30M\""),
        Arguments.of(ZoneId.of("Europe/Paris"), "\"Europe/Paris\""),
        Arguments.of(TimeZone.getTimeZone("UTC"), "\"UTC\""),
        Arguments.of(new UUID(1, 2), "\"00000000-0000-0001-0000-000000000002\""),
        Arguments.of(URI.create("http://a/b?c"), "\"http://a/b?c\""),
        Arguments.of(new File("a.txt"), "\"a.txt\""),
        Arguments.of(Path.of("a.txt"), "\"a.txt\""),
        Arguments.of(String.class, "\"java.lang.String\""),
        Arguments.of(new int[] {1, 2}, "[1,2]"),
        Arguments.of(new byte[] {1, -2}, "[1,-2]"),
        Arguments.of(new double[] {1, 2.5}, "[1,2.5]"),
        Arguments.of(new float[] {0.1f}, "[0.1]"),
        Arguments.of(new boolean[] {true, false}, "[true,false]"),
        Arguments.of(new long[0], "[]"),
        Arguments.of(new Object[] {"a", new int[][] {{1}, {2}}}, "[\"a\",[[1],[2]]]"),
        Arguments.of(new ArrayDeque<>(List.of(1, 2)), "[1,2]"),
        Arguments.of(Collections.synchronizedCollection(List.of(1, 2)), "[1,2]"));
  }

  @Test
  void aRecordItsMapAndItsTextAreOne() {
    Query query = new Query("cats", 10, List.of(new Filter("age", 3L)), null);
    Map<String, @Nullable Object> map = new TreeMap<>();
    map.put("text", CharBuffer.wrap("cats"));
    map.put("limit", 10.0);
    map.put("filters", new Object[] {Map.of("field", "age", "value", (byte) 3)});
    map.put("cursor", Optional.empty());
    String text =
        """
        {"text": "cats", "limit": 10, "filters": [{"field": "age", "value": 3}], "cursor": null}
        """;

    assertThat(canonical(query)).isEqualTo(canonical(map)).isEqualTo(canonical(text));
  }

  @Test
  void keysOfAnyTypeAreNames() {
    Map<Object, Object> map =
        Map.of(1, "a", TimeUnit.DAYS, "b", true, "c", new UUID(0, 0), "d", 'x', "e", 2.5, "f");

    assertThat(canonical(map))
        .isEqualTo(
            "{\"00000000-0000-0000-0000-000000000000\":\"d\",\"1\":\"a\",\"2.5\":\"f\","
                + "\"DAYS\":\"b\",\"true\":\"c\",\"x\":\"e\"}");
  }

  @Test
  void keysThatAreObjectsCountByTheirContent() {
    assertThat(canonical(Map.of(new Filter("a", 1), "x")))
        .isEqualTo(canonical(Map.of(new Filter("a", 1), "x")))
        .isNotEqualTo(canonical(Map.of(new Filter("a", 2), "x")));
  }

  @Test
  void theOrderOfASetOfSingleValuesIsNoDifference() {
    Set<Object> oneWay = new LinkedHashSet<>(List.of("b", "a", 3, TimeUnit.DAYS));
    Set<Object> otherWay = new LinkedHashSet<>(List.of(TimeUnit.DAYS, 3, "a", "b"));

    assertThat(canonical(oneWay))
        .isEqualTo(canonical(otherWay))
        .isEqualTo("[3,\"DAYS\",\"a\",\"b\"]");
  }

  @Test
  void theOrderOfAListIsADifference() {
    assertThat(canonical(List.of(1, 2))).isNotEqualTo(canonical(List.of(2, 1)));
  }

  @Test
  void mapsOfManyMembersAreSortedToo() {
    Map<String, Integer> sorted = new TreeMap<>();
    for (int i = 0; i < 5000; i++) {
      sorted.put(Integer.toString(i * 7919 % 5003), i);
    }
    List<String> members = new ArrayList<>();
    sorted.forEach((name, value) -> members.add("\"" + name + "\":" + value));
    Collections.shuffle(members, new java.util.Random(1));
    Map<String, Integer> hashed = new java.util.HashMap<>(sorted);

    assertThat(canonical(hashed)).isEqualTo(canonical(sorted));
    assertThat(canonical("{" + String.join(",", members) + "}")).isEqualTo(canonical(sorted));
  }

  @Test
  void numbersOfUnknownClassesCountByTheirText() {
    assertThat(canonical(List.of(lazyNumber("9007199254740993")))).isEqualTo("[9007199254740993]");
    assertThat(canonical(List.of(lazyNumber("1.50")))).isEqualTo("[1.5]");
    assertThat(canonical(List.of(lazyNumber("many")))).isEqualTo("[\"many\"]");
  }

  private static Number lazyNumber(String text) {
    return new Number() {
      @Override
      public int intValue() {
        return 0;
      }

      @Override
      public long longValue() {
        return 0;
      }

      @Override
      public float floatValue() {
        return 0;
      }

      @Override
      public double doubleValue() {
        return 0;
      }

      @Override
      public String toString() {
        return text;
      }
    };
  }
}
