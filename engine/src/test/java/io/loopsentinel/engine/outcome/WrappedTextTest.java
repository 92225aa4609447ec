package io.loopsentinel.engine.outcome;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Objects of a framework or application that only wrap a text. */
class WrappedTextTest {

  private final Outcomes reader = new Outcomes();

  /** The part of a result, as in the Model Context Protocol. */
  private sealed interface Content permits Text, Image {}

  private record Text(@Nullable List<String> audience, String text) implements Content {}

  private record Image(String data) implements Content {}

  private record CallResult(
      List<Content> content, boolean isError, @Nullable Map<String, Object> meta) {}

  private record Answer(String value) {}

  private record Reply(boolean failed, @Nullable Object details, String output) {}

  private record Failed(String error) {}

  private record Job(String status) {}

  private record Pair(String name, String value) {}

  static List<Object> wrappers(String text) {
    return List.of(
        new CallResult(List.of(new Text(null, text)), false, null),
        List.of(new Text(null, text)),
        new Answer(text),
        new Reply(false, null, text));
  }

  static List<Object> empty() {
    return wrappers("[]");
  }

  static List<Object> failures() {
    return wrappers("Error: no seat left on flight 7");
  }

  static List<Object> quoted() {
    return wrappers("{\"ok\":true,\"name\":\"x\"}\nand a second line");
  }

  static List<Object> others() {
    return List.of(
        new CallResult(List.of(new Text(null, "[]")), true, null),
        new CallResult(List.of(new Text(null, "[]"), new Image("aGk=")), false, null),
        new Reply(true, null, "[]"),
        new Failed("[]"),
        new Job("[]"),
        new Pair("a", "[]"),
        Map.of("value", "[]"));
  }

  @ParameterizedTest
  @MethodSource("empty")
  void areEmptyIfTheTextIs(Object result) {
    assertThat(reader.read(null, result).stagnationKey()).isEqualTo(EmptyData.KEY);
  }

  @ParameterizedTest
  @MethodSource("failures")
  void areFailuresIfTheTextIsOne(Object result) {
    Outcome outcome = reader.read(null, result);

    assertThat(outcome.kind()).isEqualTo(Outcome.Kind.FAILURE);
    assertThat(outcome.tellingLine()).startsWith("error: no seat left");
  }

  @ParameterizedTest
  @MethodSource("quoted")
  void areReadAsTheTextItself(Object result) {
    assertThat(reader.read(null, result).rawKey())
        .isEqualTo(reader.read(null, "{\"ok\":true,\"name\":\"x\"}\nand a second line").rawKey());
  }

  @ParameterizedTest
  @MethodSource("others")
  void areNotThoseThatSayMore(Object result) {
    assertThat(reader.read(null, result).stagnationKey()).isNotEqualTo(EmptyData.KEY);
  }
}
