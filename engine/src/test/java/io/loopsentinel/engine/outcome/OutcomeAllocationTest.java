package io.loopsentinel.engine.outcome;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.loopsentinel.engine.identity.CanonicalJson;
import io.loopsentinel.engine.identity.IdentityRule;
import java.lang.management.ManagementFactory;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is read for each call takes no memory. */
class OutcomeAllocationTest {

  private static final int CALLS = 10_000;
  private static final int ROUNDS = 60;

  private static final Map<String, Object> ARGUMENTS =
      new LinkedHashMap<>(Map.of("query", "timeout", "line", 100_001, "path", "src/A.java"));

  private static final String TEXT = "{\"query\": \"timeout\"}";

  private final OutcomeReader reader = new OutcomeReader(new VolatileTokens(List.of()));
  private final Outcome outcome = new Outcome();

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Found 3 flights from Boston to Denver on May 20, the cheapest for $199",
        "{\"id\":4711,\"status\":\"shipped\",\"items\":[{\"name\":\"lamp\",\"price\":19.5}]}",
        "Zürich → Genève → Lyon",
      })
  void readingAPlainResultTakesNone(String text) {
    assertThat(leastBytes(() -> reader.read(ARGUMENTS, 5, 2, text, outcome))).isZero();
  }

  @Test
  void readingNothingTakesNone() {
    assertThat(leastBytes(() -> reader.read(ARGUMENTS, 5, 2, null, outcome))).isZero();
    assertThat(leastBytes(() -> reader.read(ARGUMENTS, 5, 2, "", outcome))).isZero();
    assertThat(leastBytes(() -> reader.read(ARGUMENTS, 5, 2, " \n", outcome))).isZero();
  }

  /** Some of them look at first as if they told of a failure. */
  @Test
  void readingSentencesOfRandomWordsTakesNone() {
    String[] sentences = sentences();

    long bytes =
        leastBytes(
            () -> {
              for (String sentence : sentences) {
                reader.read(ARGUMENTS, 5, 2, sentence, outcome);
              }
            });

    assertThat(bytes).isZero();
  }

  /** Regular expressions are tried, and find that it is none, or only that it is done. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "ok",
        "Done.",
        "File created successfully at: src/A.java",
        "{\"status\": \"success\", \"errors\": []}",
        "from 10:15 to 11:20 a.m., 12 more lines are shown on page 3 of 7",
        "how to handle errors, failures and exceptions that are thrown in them",
      })
  void tryingRegularExpressionsTakesNone(String text) {
    assertThat(leastBytes(() -> reader.read(ARGUMENTS, 5, 2, text, outcome))).isZero();
  }

  /** Of a map one iterator, for what it holds may be what the lines show. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\n  \"city\": \"Paris\",\n  \"days\": [1, 2, 3],\n  \"open\": true\n}\n",
        "src/A.java\nsrc/B.java\nsrc/C.java\n",
      })
  void readingLinesTakesNoneWhereArgumentsAreText(String text) {
    assertThat(leastBytes(() -> reader.read(TEXT, 5, 2, text, outcome))).isZero();
  }

  @Test
  void readingALongOneTakesNone() {
    String json =
        "[" + "{\"name\": \"lamp\", \"price\": 19.5, \"colour\": \"red\"},\n".repeat(80) + "]";

    assertThat(leastBytes(() -> reader.read(TEXT, 5, 2, json, outcome))).isZero();
  }

  @Test
  void sketchingArgumentsTakesNone() {
    byte[] json = CanonicalJson.bytes(ARGUMENTS, IdentityRule.ALL_ARGUMENTS);
    WordSketcher sketcher = new WordSketcher();

    long bytes =
        leastBytes(
            () -> {
              sketcher.reset();
              sketcher.accept(json, 0, json.length);
              assertThatIsSketch(sketcher.bits(), sketcher.words());
            });

    assertThat(bytes).isZero();
  }

  private static String[] sentences() {
    String[] words =
        "request found router handler in the constructor set by of parser value default is reads"
            .split(" ", -1);
    Random random = new Random(70);
    String[] sentences = new String[64];
    for (int i = 0; i < sentences.length; i++) {
      StringBuilder sentence = new StringBuilder();
      for (int word = 0; word < 10; word++) {
        sentence.append(words[random.nextInt(words.length)]).append(' ');
      }
      sentences[i] = sentence.toString();
    }
    return sentences;
  }

  private static void assertThatIsSketch(long bits, int words) {
    if (bits == 0 || words != 5) {
      throw new AssertionError("words: " + words);
    }
  }

  /**
   * The least of several rounds, up to the first that takes none: on a busy machine it may be a
   * while until all is compiled, and until then an iterator may take memory.
   */
  private static long leastBytes(Runnable call) {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long thread = Thread.currentThread().getId();
    long least = Long.MAX_VALUE;
    for (int round = 0; round < ROUNDS && least > 0; round++) {
      long before = threads.getThreadAllocatedBytes(thread);
      for (int i = 0; i < CALLS; i++) {
        call.run();
      }
      least = Math.min(least, threads.getThreadAllocatedBytes(thread) - before);
    }
    return least;
  }
}
