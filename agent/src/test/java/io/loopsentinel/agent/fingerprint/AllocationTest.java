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

  /** The fingerprint itself: a header and four longs. */
  private static final long RESULT_BYTES = 56;

  private static final int CALLS = 2000;

  private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
  private final Fingerprinter fingerprinter = new Fingerprinter(FieldAccess.toOpenPackages());

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
  void aCallAllocatesNothingButItsFingerprint(Object arguments) {
    IdentityRule rule = IdentityRule.of(List.of("request_id", "**.timestamp"), List.of());
    allocatedBy(arguments, rule);

    long bytes = allocatedBy(arguments, rule);

    assertThat(bytes / CALLS).isLessThanOrEqualTo(RESULT_BYTES);
  }

  private long allocatedBy(Object arguments, IdentityRule rule) {
    long thread = Thread.currentThread().getId();
    long before = threads.getThreadAllocatedBytes(thread);
    for (int i = 0; i < CALLS; i++) {
      fingerprinter.fingerprint("search", arguments, rule);
    }
    return threads.getThreadAllocatedBytes(thread) - before;
  }
}
