package io.loopsentinel.agent.guard;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.BiFunction;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What a call costs in memory that is no loop: all of it, but for the array of its arguments. */
class LetThroughCallTest {

  private static final int CALLS = 2_000;

  /**
   * Whatever the JVM allocates in this thread for itself comes in some round, not in all; and what
   * its compiler does away with is there in the first ones.
   */
  private static final int MOST_ROUNDS = 200;

  /** More than stand in the window, so that no call repeats another. */
  private static final int DIFFERENT = 64;

  /** A dispatcher of each kind. */
  @SuppressWarnings("unused")
  static final class Dispatcher {
    String text(String tool, Object arguments, String conversation) {
      return "";
    }

    Object any(String tool, Object arguments, String conversation) {
      return "";
    }
  }

  private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
  private final List<Object[]> calls = IntStream.range(0, DIFFERENT).mapToObj(this::none).toList();
  private final @Nullable String[] results = new String[DIFFERENT];

  static Stream<Named<IntFunction<Object>>> arguments() {
    return Stream.of(
        Named.of("a map", LetThroughCallTest::map),
        Named.of("JSON", number -> json(number, 1)),
        Named.of("long JSON", number -> json(number, 40)),
        Named.of("text that is not JSON", number -> "the timeout of request " + name(number)));
  }

  static Stream<Named<IntFunction<@Nullable String>>> results() {
    return Stream.of(
        Named.of("none", number -> null),
        Named.of("an empty text", number -> ""),
        Named.of("an acknowledgement", number -> "done"),
        Named.of("a sentence of random words", LetThroughCallTest::sentence));
  }

  @ParameterizedTest
  @MethodSource("arguments")
  void allocatesNothing(IntFunction<Object> arguments) {
    prepare(arguments);

    assertThat(leastAllocated("text")).isZero();
  }

  @ParameterizedTest
  @MethodSource("arguments")
  void allocatesNothingWhereItsResultMayComeLater(IntFunction<Object> arguments) {
    prepare(arguments);

    assertThat(leastAllocated("any")).isZero();
  }

  @ParameterizedTest
  @MethodSource("results")
  void allocatesNothingWhateverTheResult(IntFunction<@Nullable String> result) {
    prepare(LetThroughCallTest::map);
    Arrays.setAll(results, result);

    assertThat(leastAllocated("text")).isZero();
  }

  private void prepare(IntFunction<Object> arguments) {
    for (int i = 0; i < DIFFERENT; i++) {
      calls.get(i)[1] = arguments.apply(i);
      results[i] = "Dispatcher.java: the timeout of " + name(i) + " is set in its constructor.";
    }
  }

  private long leastAllocated(String method) {
    BiFunction<@Nullable Object, Object[], @Nullable Object> guard =
        GuardedCalls.of(
                Dispatcher.class,
                """
                sentinel:
                  targets:
                    - {name: t, kind: tool, type: TYPE, method: "*", tool: arg0, args: arg1, session: arg2}
                """)
            .guard(Dispatcher.class, method);
    long least = Long.MAX_VALUE;
    for (int round = 0; round < MOST_ROUNDS && least > 0; round++) {
      least = Math.min(least, allocated(guard));
    }
    return least;
  }

  @SuppressWarnings("unchecked")
  private long allocated(BiFunction<@Nullable Object, Object[], @Nullable Object> guard) {
    long thread = Thread.currentThread().getId();
    long before = threads.getThreadAllocatedBytes(thread);
    for (int i = 0; i < CALLS; i++) {
      Object running = guard.apply(null, calls.get(i % DIFFERENT));
      Object returned =
          ((BiFunction<Object, @Nullable Throwable, Object>) running)
              .apply(results[i % DIFFERENT], null);
      if (returned != results[i % DIFFERENT]) {
        throw new AssertionError("the call was no let-through one: " + returned);
      }
    }
    return threads.getThreadAllocatedBytes(thread) - before;
  }

  private static String sentence(int number) {
    String[] words =
        "request found router handler in the constructor set by of parser value default is reads"
            .split(" ", -1);
    return new Random(number)
        .ints(10, 0, words.length)
        .mapToObj(i -> words[i])
        .collect(Collectors.joining(" "));
  }

  private Object[] none(int number) {
    return new Object[] {"search_files", Map.of(), "conversation"};
  }

  private static Object map(int number) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("path", "src/main/java/com/acme/Dispatcher.java");
    map.put("query", name(number));
    map.put("line", number);
    return map;
  }

  private static Object json(int number, int members) {
    StringBuilder json = new StringBuilder("{\"query\": \"").append(name(number)).append('"');
    for (int i = 0; i < members; i++) {
      json.append(", \"path").append(i).append("\": \"src/main/java/com/acme/A").append(i);
      json.append(".java\"");
    }
    return json.append('}').toString();
  }

  /** A name without digits, which would be read as a number. */
  private static String name(int number) {
    return "" + (char) ('a' + number / 26) + (char) ('a' + number % 26);
  }
}
