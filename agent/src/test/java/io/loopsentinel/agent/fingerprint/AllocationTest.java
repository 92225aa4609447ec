package io.loopsentinel.agent.fingerprint;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class AllocationTest {

  private static final int CALLS = 10_000;

  /** Whatever the JVM allocates in this thread for itself comes in some round, not in all. */
  private static final int ROUNDS = 5;

  private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
  private final Fingerprinter fingerprinter = new Fingerprinter(FieldAccess.toOpenPackages());
  private final Digest digest = new Digest();

  static Stream<Object> arguments() {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("query", "naïve \"search\" 😂");
    map.put("limit", 20);
    map.put("score", 0.1 + 0.2);
    map.put("ids", List.of(9007199254740993L, 5L));
    map.put("filter", new LinkedHashMap<>(Map.of("lang", "en", "safe", true)));
    return Stream.of(
        map,
        "{ \"limit\": 20, \"query\": \"na\\u00efve\", \"score\": 1.50e3, \"a\": [{\"b\": null}] }",
        "not JSON");
  }

  @ParameterizedTest
  @MethodSource("arguments")
  void aCallAllocatesNothing(Object arguments) {
    IdentityRule rule = IdentityRule.of(List.of("request_id", "**.timestamp"), List.of());

    long least = Long.MAX_VALUE;
    for (int round = 0; round < ROUNDS; round++) {
      least = Math.min(least, allocatedByCalls(arguments, rule));
    }

    assertThat(least).isZero();
  }

  private long allocatedByCalls(Object arguments, IdentityRule rule) {
    long thread = Thread.currentThread().getId();
    long before = threads.getThreadAllocatedBytes(thread);
    for (int i = 0; i < CALLS; i++) {
      fingerprinter.digest("search", arguments, rule, digest, CanonicalListener.NONE);
    }
    return threads.getThreadAllocatedBytes(thread) - before;
  }
}
