package io.loopsentinel.targets.expression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The functions that expressions may call. */
class FunctionTest {

  @SuppressWarnings("unused") // linked against
  static final class Request {
    private final List<String> messages;

    Request(List<String> messages) {
      this.messages = messages;
    }

    List<String> messages() {
      return messages;
    }

    static int count(List<?> messages) {
      return messages.size();
    }

    static int count(String message) {
      return 1;
    }

    static void send(String text, int count, Request request) {}

    String identity(String of) {
      return "identity of " + of;
    }

    String append() {
      return "appended";
    }
  }

  private static final String REQUEST = Request.class.getName();

  @Test
  void identityStandsForTheVeryObject() throws Throwable {
    List<String> one = new ArrayList<>();
    List<String> equal = new ArrayList<>();

    assertThat(GuardedCall.withObject(one).evaluate("identity(arg0)"))
        .isEqualTo(GuardedCall.withObject(one).evaluate("identity(arg0)"))
        .isNotEqualTo(GuardedCall.withObject(equal).evaluate("identity(arg0)"));
  }

  @Test
  void identityOfNothingIsNothing() throws Throwable {
    assertThat(GuardedCall.withObject(null).evaluate("identity(arg0) ?? 'none'")).isEqualTo("none");
    assertThat(GuardedCall.withObject(Optional.empty()).evaluate("identity(arg0)")).isNull();
    assertThat(GuardedCall.withObject(null).evaluate("identity(null)")).isNull();
  }

  @Test
  void identityOfAPrimitiveIsRefused() {
    GuardedCall call = GuardedCall.of(Request.class, "send", "text", 1, null);

    assertThatExceptionOfType(ExpressionException.class)
        .isThrownBy(() -> call.link("arg0 ?? identity(arg1)"))
        .withMessage("a java.lang.Integer has no identity, only a value; omit identity( )")
        .satisfies(problem -> assertThat(problem.offset()).isEqualTo(17));
  }

  @Test
  void asGivesTheValueIfItIsOfTheTypeOrASubtype() throws Throwable {
    GuardedCall call = GuardedCall.withObject(new LinkedHashMap<>(Map.of("q", "loops")));

    assertThat(call.evaluate("as(arg0, 'java.util.LinkedHashMap').q")).isEqualTo("loops");
    assertThat(call.evaluate("as(arg0, 'java.util.HashMap').q")).isEqualTo("loops");
    assertThat(call.evaluate("as(arg0, 'java.util.Map').q")).isEqualTo("loops");
  }

  @Test
  void asGivesNothingIfTheValueIsOfAnotherClass() throws Throwable {
    String expression = "as(arg0, 'com.acme.NotThere')?.missing() ?? 'none'";

    assertThat(GuardedCall.withObject(List.of()).evaluate(expression)).isEqualTo("none");
    assertThat(GuardedCall.withObject(null).evaluate(expression)).isEqualTo("none");
  }

  @Test
  void sharedMarksAKeyAndLooksLikeIt() throws Throwable {
    Object shared = GuardedCall.withObject("c-7").evaluate("shared(arg0)");

    assertThat(shared).isEqualTo(new SharedKey("c-7")).hasToString("c-7");
  }

  @Test
  void nothingSharedIsNothing() throws Throwable {
    assertThat(GuardedCall.withObject(null).evaluate("shared(arg0) ?? 'none'")).isEqualTo("none");
    assertThat(GuardedCall.withObject(Optional.empty()).evaluate("shared(arg0)")).isNull();
  }

  static Stream<Arguments> listsOfTwo() {
    Iterable<String> iterable = () -> List.of("a", "b").iterator();
    return Stream.of(
        Arguments.of(List.of("a", "b")),
        Arguments.of((Object) new String[] {"a", "b"}),
        Arguments.of(iterable),
        Arguments.of(Optional.of(List.of("a", "b"))));
  }

  @ParameterizedTest
  @MethodSource("listsOfTwo")
  void appendPutsAnItemBehindTheElements(Object list) throws Throwable {
    assertThat(GuardedCall.withObject(list).evaluate("append(arg0, 'c')"))
        .isInstanceOf(ArrayList.class)
        .isEqualTo(List.of("a", "b", "c"));
  }

  @Test
  void appendTakesPrimitivesSetsNullsAndNothing() throws Throwable {
    assertThat(GuardedCall.withObject(new int[] {1, 2}).evaluate("append(arg0, 3)"))
        .isEqualTo(List.of(1, 2, 3));
    assertThat(GuardedCall.withObject(Set.of("a")).evaluate("append(arg0, null)"))
        .isEqualTo(Arrays.asList("a", null));
    assertThat(GuardedCall.withObject(null).evaluate("append(arg0, 'a')")).isEqualTo(List.of("a"));
    assertThat(GuardedCall.withObject(null).evaluate("append(append(null, 'a'), 'b').size()"))
        .isEqualTo(2);
  }

  @Test
  void appendLeavesTheGivenListAsItIs() throws Throwable {
    List<String> given = new ArrayList<>(List.of("a"));

    GuardedCall.withObject(given).evaluate("append(arg0, 'b')");

    assertThat(given).containsExactly("a");
  }

  @Test
  void appendedListIsPassedAsAList() throws Throwable {
    GuardedCall call = GuardedCall.of(Request.class, "send", "", 0, new Request(List.of("a", "b")));

    assertThat(call.evaluate(REQUEST + "::count(append(arg2.messages, 'c'))")).isEqualTo(3);
  }

  @Test
  void rejectsAppendToNonList() {
    GuardedCall call = GuardedCall.of(Request.class, "send", "text", 1, null);

    assertThatExceptionOfType(ExpressionException.class)
        .isThrownBy(() -> call.link("append(arg0, 'a')"))
        .withMessage(
            "append( ) takes a collection, an array or null as its list, not a java.lang.String")
        .satisfies(problem -> assertThat(problem.offset()).isEqualTo(7));
    assertThatExceptionOfType(EvaluationException.class)
        .isThrownBy(() -> GuardedCall.withObject("text").evaluate("append(arg0, 'a')"))
        .withMessage(
            "append( ) takes a collection, an array or null as its list, not a java.lang.String"
                + " (column 8 of `append(arg0, 'a')`)");
  }

  @Test
  void putAddsAKeyBehindTheOthers() throws Throwable {
    Map<String, Object> given = new LinkedHashMap<>(Map.of("b", 1));

    Object larger = GuardedCall.withObject(given).evaluate("put(arg0, 'a', 2)");

    assertThat(larger).isInstanceOf(LinkedHashMap.class).hasToString("{b=1, a=2}");
    assertThat(given).containsOnlyKeys("b");
  }

  @Test
  void putTakesUnchangeableMapsOptionalsNullsAndNothing() throws Throwable {
    assertThat(GuardedCall.withObject(Map.of("a", 1)).evaluate("put(arg0, 'a', 2)"))
        .isEqualTo(Map.of("a", 2));
    assertThat(GuardedCall.withObject(Optional.of(Map.of())).evaluate("put(arg0, 1, 2)"))
        .isEqualTo(Map.of(1, 2));
    assertThat(GuardedCall.withObject(null).evaluate("put(put(arg0, 'a', null), 'b', 1)"))
        .hasToString("{a=null, b=1}");
    assertThat(GuardedCall.withObject(null).evaluate("put(null, 'a', 1).a")).isEqualTo(1);
  }

  @Test
  void rejectsPutIntoNonMap() {
    GuardedCall call = GuardedCall.of(Request.class, "send", "text", 1, null);

    assertThatExceptionOfType(ExpressionException.class)
        .isThrownBy(() -> call.link("put(arg0, 'a', 1)"))
        .withMessage("put( ) takes a Map or null as its map, not a java.lang.String")
        .satisfies(problem -> assertThat(problem.offset()).isEqualTo(4));
    assertThatExceptionOfType(EvaluationException.class)
        .isThrownBy(() -> GuardedCall.withObject("text").evaluate("put(arg0, 'a', 1)"))
        .withMessage(
            "put( ) takes a Map or null as its map, not a java.lang.String"
                + " (column 5 of `put(arg0, 'a', 1)`)");
  }

  @Test
  void membersMayHaveTheSameNames() throws Throwable {
    GuardedCall call = GuardedCall.of(Request.class, "send", "", 0, new Request(List.of()));

    assertThat(call.evaluate("arg2.identity('x')")).isEqualTo("identity of x");
    assertThat(call.evaluate("arg2.append")).isEqualTo("appended");
    assertThat(call.evaluate("arg2.append()")).isEqualTo("appended");
  }
}
