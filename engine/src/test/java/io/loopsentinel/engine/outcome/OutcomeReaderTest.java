package io.loopsentinel.engine.outcome;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.nio.CharBuffer;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Any object can be arguments or a result. */
class OutcomeReaderTest {

  private final Outcomes reader = new Outcomes();

  @Test
  void equalTextsHaveEqualKeys() {
    Outcome one = reader.read(Map.of("a", 1), "some text\nof two lines");
    Outcome other = reader.read(Map.of("a", 1), CharBuffer.wrap("some text\nof two lines"));

    assertThat(one).usingRecursiveComparison().ignoringFields("scratch").isEqualTo(other);
  }

  @Test
  void anObjectIsReadLikeItsCanonicalJson() {
    record Page(int number, String text) {}

    assertThat(reader.read(null, new Page(1, "one")).rawKey())
        .isEqualTo(reader.read(null, "{\"number\":1,\"text\":\"one\"}").rawKey());
  }

  @Test
  void linesOfATextWithinAnObjectAreLines() {
    record ShellResult(String output) {}
    ShellResult result = new ShellResult("started\nbash: mvn: command not found\nC:\\new");

    Outcome outcome = reader.read(null, result);

    assertThat(outcome.tellingLine()).isEqualTo("bash: mvn: command not found");
  }

  @Test
  void volatileTokensMakeTextsDifferInTheRawKeyOnly() {
    Outcome one = reader.read(null, "up since 10:11:12");
    Outcome other = reader.read(null, "up since 10:11:13");

    assertThat(one.rawKey()).isNotEqualTo(other.rawKey());
    assertThat(one.normalisedKey()).isEqualTo(other.normalisedKey());
    assertThat(one.settledKey()).isEqualTo(other.settledKey());
    assertThat(one.stagnationKey()).isEqualTo(other.stagnationKey());
  }

  @Test
  void volatileTokensAreFoundInTextsOf8KiBAndAtTheEndsOfLongerOnes() {
    String line = "x".repeat(99) + "\n";

    assertThat(differsInTokensOnly(line.repeat(40), line.repeat(40))).isTrue();
    assertThat(differsInTokensOnly(line.repeat(2), line.repeat(98))).isTrue();
    assertThat(differsInTokensOnly(line.repeat(98), line.repeat(2))).isTrue();
    assertThat(differsInTokensOnly(line.repeat(50), line.repeat(50))).isFalse();
  }

  private boolean differsInTokensOnly(String before, String after) {
    Outcome one = reader.read(null, before + "up since 10:11:12\n" + after);
    Outcome other = reader.read(null, before + "up since 10:11:13\n" + after);
    return one.rawKey() != other.rawKey() && one.normalisedKey() == other.normalisedKey();
  }

  @ParameterizedTest
  @ValueSource(ints = {40_000, 3_000_000})
  void aChangeAnywhereInALongTextChangesTheKeys(int length) {
    StringBuilder text = new StringBuilder("word ".repeat(length / 5));
    Outcome before = reader.read(null, text);

    text.setCharAt(length - 20_003, '!');
    Outcome after = reader.read(null, text);

    assertThat(after.rawKey()).isNotEqualTo(before.rawKey());
    assertThat(after.normalisedKey()).isNotEqualTo(before.normalisedKey());
    assertThat(after.settledKey()).isNotEqualTo(before.settledKey());
  }

  @ParameterizedTest
  @MethodSource("anything")
  void readsAnythingWithoutThrowing(@Nullable Object anything) {
    assertThatCode(
            () -> {
              for (Object arguments : new @Nullable Object[] {anything, null, "{\"a\":["}) {
                assertHasKeys(reader.read(arguments, anything));
                assertHasKeys(reader.readFailure(arguments, anything));
                Outcomes.words(arguments);
              }
            })
        .doesNotThrowAnyException();
  }

  private static void assertHasKeys(Outcome outcome) {
    assertThat(outcome.rawKey()).isNotZero();
    assertThat(outcome.normalisedKey()).isNotZero();
    assertThat(outcome.settledKey()).isNotZero();
    assertThat(outcome.stagnationKey()).isNotZero();
    assertThat(outcome.errorKey() != 0).isEqualTo(outcome.failed());
  }

  private static Stream<@Nullable Object> anything() {
    Map<Object, @Nullable Object> circle = new HashMap<>();
    circle.put("self", circle);
    circle.put(null, null);
    return Stream.of(
        null,
        "",
        "\0\uD800 \uDC00\n\r\u2028\\",
        "\n".repeat(50_000),
        "a".repeat(2_000_000),
        "1".repeat(40_000),
        "/tmp/".repeat(10_000),
        "[".repeat(100_000),
        "time: Time(\"'".repeat(5_000),
        "E ".repeat(20_000) + "Error",
        "\\temp\\c:".repeat(5_000),
        "12:\n13:\n".repeat(5_000),
        new String(new Random(1).ints(20_000, 0, 0x3000).toArray(), 0, 20_000),
        circle,
        new StackOverflowError(),
        new Hostile(),
        new HostileException(),
        new int[100_000]);
  }

  /** An object that cannot be asked anything. */
  static final class Hostile implements CharSequence {

    @Override
    public int length() {
      throw new IllegalStateException("no length");
    }

    @Override
    public char charAt(int index) {
      throw new IllegalStateException("no characters");
    }

    @Override
    public CharSequence subSequence(int start, int end) {
      throw new IllegalStateException("no parts");
    }

    @Override
    public String toString() {
      throw new StackOverflowError("no text");
    }
  }

  /** An exception that fails when it is asked why. */
  static final class HostileException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    @Override
    public String getMessage() {
      throw new IllegalStateException("no message");
    }
  }

  @Test
  void quotesNoFailureThatIsAnObjectOfTheApplication() {
    record Answer(String error, String apiKey) {}
    Answer answer = new Answer("error: no such file", "SECRET");

    Outcome outcome = reader.readFailure(null, answer);
    Outcome ofMap = reader.readFailure(null, Map.of("error", "error: no such file"));

    assertThat(outcome.failed()).isTrue();
    assertThat(outcome.readableLine()).isNull();
    assertThat(ofMap.readableLine()).contains("no such file");
  }
}
