package io.loopsentinel.engine.identity;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class AllocationTest {

  /** In the whole, however long the arguments are: 10,000 calls of short ones. */
  private static final int CHARACTERS = 1_000_000;

  private static final int CALLS = 10_000;

  /** Whatever the JVM allocates in this thread for itself comes in some round, not in all. */
  private static final int ROUNDS = 5;

  private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
  private final Fingerprinter fingerprinter = new Fingerprinter(FieldAccess.toOpenPackages());
  private final Digest digest = new Digest();

  static Stream<Named<Object>> arguments() {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("query", "naïve \"search\" 😂");
    map.put("limit", 20);
    map.put("score", 0.1 + 0.2);
    map.put("ids", List.of(9007199254740993L, 5L));
    map.put("filter", new HashMap<>(Map.of("lang", "en", "safe", true)));
    map.put("content", json(3_000, "é"));
    return Stream.of(
        Named.of("a map", map),
        Named.of("text that is not JSON", "not JSON"),
        Named.of(
            "JSON",
            "{ \"limit\": 20, \"query\": \"na\\u00efve\", \"score\": 1.50e3, \"a\": [{\"b\": null}] }"),
        Named.of("2.5 KB", json(2_500, "")),
        Named.of("64 KiB", json(65_536, "")),
        Named.of("64 KiB not in ASCII", json(65_536, "€")),
        Named.of("1 MiB", json(1 << 20, "")),
        Named.of("64 KiB, no part of it canonical", unsorted(1 << 16)),
        Named.of("1 MiB, no part of it canonical", unsorted(1 << 20)));
  }

  @ParameterizedTest
  @MethodSource("arguments")
  void aCallAllocatesNothing(Object arguments) {
    IdentityRule rule = IdentityRule.of(List.of("request_id", "**.timestamp"), List.of());
    assertThat(leastAllocatedByCalls(arguments, rule)).isZero();
    assertThat(leastAllocatedByCalls(arguments, IdentityRule.ALL_ARGUMENTS)).isZero();
  }

  static Stream<Named<Object>> textsNearWhatIsKept() {
    return Stream.of(
        Named.of("text whose array has room for a longer one", json(60_000, "")),
        Named.of("values that are forgotten with their array", numbers(20_000)));
  }

  /** Memory for long texts is kept as long as such texts come, however many. */
  @ParameterizedTest
  @MethodSource("textsNearWhatIsKept")
  void manyCallsOfALongTextAllocateNothing(Object arguments) {
    long least = Long.MAX_VALUE;
    for (int round = 0; round < 2; round++) {
      least = Math.min(least, allocatedByCalls(arguments, IdentityRule.ALL_ARGUMENTS, 600));
    }
    assertThat(least).isZero();
  }

  private long leastAllocatedByCalls(Object arguments, IdentityRule rule) {
    long least = Long.MAX_VALUE;
    for (int round = 0; round < ROUNDS; round++) {
      least = Math.min(least, allocatedByCalls(arguments, rule, calls(arguments)));
    }
    return least;
  }

  private static int calls(Object arguments) {
    int length = arguments instanceof String text ? text.length() : 1;
    return Math.max(1, Math.min(CALLS, CHARACTERS / length));
  }

  private long allocatedByCalls(Object arguments, IdentityRule rule, int calls) {
    long thread = Thread.currentThread().getId();
    long before = threads.getThreadAllocatedBytes(thread);
    for (int i = 0; i < calls; i++) {
      fingerprinter.digest("search", arguments, rule, digest, CanonicalListener.NONE);
    }
    return threads.getThreadAllocatedBytes(thread) - before;
  }

  private static String numbers(int count) {
    return IntStream.range(0, count).mapToObj(String::valueOf).collect(joining(",", "[", "]"));
  }

  /** Returns an array of so many characters, whose objects have their keys in no order. */
  private static String unsorted(int length) {
    StringBuilder json = new StringBuilder("[0");
    for (int i = 0; json.length() < length - 100; i++) {
      json.append(",{\"path\":\"src/main/File.java\",\"line\":")
          .append(i)
          .append(",\"after\":\"return;\"}");
    }
    return json.append(" ".repeat(length - 1 - json.length())).append(']').toString();
  }

  /** Returns an object whose parts are partly in canonical form. */
  private static String json(int length, String special) {
    StringBuilder json = new StringBuilder("{\"items\":[{}");
    for (int i = 0; json.length() < length - 200; i++) {
      String line = "\"line\":" + i;
      String text = "\"text\":\"" + ("some text" + special + "\\n").repeat(5 + i % 5) + '"';
      json.append(i % 2 == 0 ? ",{" + line + "," + text + "}" : ", {" + text + "," + line + "}");
    }
    return json.append("]}").toString();
  }
}
