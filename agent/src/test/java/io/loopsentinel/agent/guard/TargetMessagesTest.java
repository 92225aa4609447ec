package io.loopsentinel.agent.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.loopsentinel.targets.config.ConfigLoader;
import io.loopsentinel.targets.config.ConfigProblem;
import io.loopsentinel.targets.config.ConfigResult;
import io.loopsentinel.targets.config.Profiles;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The ways in which an expression can be wrong, and what is said of each, word for word. */
class TargetMessagesTest {

  /** What stands before the names of the types below; left out of what is compared. */
  private static final String HERE = TargetMessagesTest.class.getName() + "$";

  interface Context {
    String id();
  }

  record Request(String tool, @Nullable Context context, int level) {

    static final String KIND = "request";

    static int twice(int number) {
      return 2 * number;
    }

    static String both(String one, Object other) {
      return one + other;
    }

    static String both(Object one, String other) {
      return one + other;
    }
  }

  static final class Memory {

    private final String secret = "s";

    String read() {
      return secret;
    }
  }

  record Answer(String text) {}

  @SuppressWarnings("unused") // guarded, not called
  static final class Json {
    String string() {
      return "";
    }

    boolean isString() {
      return true;
    }

    void dispatch() {}
  }

  @interface Hidden {}

  @SuppressWarnings("unused") // guarded, not called
  static class Desk {

    Answer dispatch(
        Request request,
        Map<?, ?> options,
        @Nullable Object any,
        List<String> names,
        Memory memory) {
      return new Answer(request.tool());
    }

    static Answer open(Request request) {
      return new Answer(request.tool());
    }

    static void send(Request request) {}
  }

  @ParameterizedTest
  @MethodSource
  void refusesATextThatIsNoExpression(String expression, int column, String message) {
    ConfigResult result =
        new ConfigLoader(Profiles.shipped())
            .read(yaml("tool", "dispatch", "tool", quoted(expression)), "test");

    assertThat(result)
        .isInstanceOfSatisfying(
            ConfigResult.Rejected.class,
            rejected ->
                assertThat(rejected.problems())
                    .extracting(ConfigProblem::toString)
                    .containsExactly("test:7:" + column + ": targets[0].tool: " + message));
  }

  static Stream<Arguments> refusesATextThatIsNoExpression() {
    String known = "Known are arg0, arg1 …, this, method, run, thread, instance, global;";
    String usable = "only arg0, arg1 ..., this, method, run, thread, instance and global";
    return Stream.of(
        arguments("", 13, "expected an expression, found an empty string"),
        arguments(" ", 13, "expected an expression, found the string \" \""),
        arguments("arg0.", 19, "expected the name of a member, found the end"),
        arguments(
            "arg0 arg1",
            19,
            "expected \".\", \"?.\", \"[\", \"?[\", \"??\" or the end, found \"arg1\""),
        arguments("arg0 == 1", 19, "unexpected =; an expression neither assigns nor compares"),
        arguments("arg0 = 1", 19, "unexpected =; an expression neither assigns nor compares"),
        arguments(
            "a ? b",
            16,
            "a single ?; write ?. or ?[ if the value before it may be absent, ?? for a"
                + " fallback"),
        arguments("arg0[", 19, "expected a value such as arg0, this or \"text\", found the end"),
        arguments("arg0[-1]", 19, "an index counts from 0; negative indexes are not supported"),
        arguments("arg0.f(1", 20, "\"(\" is not closed; add \")\""),
        arguments("(arg0", 14, "\"(\" is not closed; add \")\""),
        arguments("[1, 2", 14, "\"[\" is not closed; add \"]\""),
        arguments("{'a': 1", 14, "\"{\" is not closed; add \"}\""),
        arguments("{a: 1}", 15, "expected a key in quotes, found \"a\""),
        arguments("{'a' 1}", 21, "expected \":\" and the value of 'a', found \"1\""),
        arguments("{'a': 1, 'a': 2}", 25, "duplicate key 'a'"),
        arguments("'text", 14, "the text that begins here is not closed; add ' at its end"),
        arguments(
            "'a\\x'",
            17,
            "unknown escape; known are \\n"
                + " \\t \\r"
                + " \\b \\f \\\" \\' \\\\ \\/ and \\uXXXX; a backslash itself is written \\\\"),
        arguments("'\\u00g0'", 16, "\\u takes four hexadecimal digits, as in \\u00e9"),
        arguments("12abc", 14, "a number is written in digits only, as in 20, -3 or 0.85"),
        arguments(
            "99999999999999999999", 14, "the number exceeds 64 bits; write it as text in quotes"),
        arguments("“text”", 14, "a typographic quotation mark; write text in \" or '"),
        arguments(
            "conversation",
            14,
            "unknown name conversation. " + known + " text is written in quotes"),
        arguments("sesion", 14, "unknown name sesion. " + known + " text is written in quotes"),
        arguments(
            "arg",
            14,
            "unknown name arg; did you mean arg0? " + known + " text is written in quotes"),
        arguments(
            "arg255",
            14,
            "arg255 cannot exist: a method has at most 255 parameters, arg0 to arg254"),
        arguments(
            "com.acme.Type",
            14,
            "unknown name com; a static member of a type is written com.acme.Type::name, a new"
                + " object new com.acme.Type()"),
        arguments(
            "com.acme.Type.of(1)",
            14,
            "unknown name com; a static member of a type is written com.acme.Type::of"),
        arguments(
            "com.acme.Type::", 29, "expected the name of a static method or field, found the end"),
        arguments("new com.acme.Type", 31, "expected \"(\" and the arguments, found the end"),
        arguments("new com.acme.(1)", 27, "expected the rest of the type's name, found \"(\""),
        arguments("identity()", 14, "identity(value) takes 1, not 0; separate them with commas"),
        arguments("append", 14, "append is a function; write append(list, item)"),
        arguments("annotation(5)", 25, "expected the full name of a type, found \"5\""),
        arguments("return.x", 14, "there is no \"return\" here, " + usable),
        arguments("count", 14, "there is no \"count\" here, " + usable),
        arguments("arg0 && arg1", 19, "unexpected &; an expression neither assigns nor compares"),
        arguments("arg0 + 1", 19, "unexpected +; an expression does not calculate"),
        arguments("!arg0", 14, "unexpected !; an expression neither assigns nor compares"),
        arguments("arg0;", 18, "unexpected character ;; text is written in quotes"),
        arguments("arg0#x", 18, "unexpected character #; text is written in quotes"),
        arguments("()", 15, "expected a value such as arg0, this or \"text\", found \")\""),
        arguments("arg0??", 20, "expected a value such as arg0, this or \"text\", found the end"),
        arguments("arg0?.", 20, "expected the name of a member, found the end"),
        arguments("arg0 ?? ", 22, "expected a value such as arg0, this or \"text\", found the end"),
        arguments("arg0[]", 19, "expected a value such as arg0, this or \"text\", found \"]\""),
        arguments("this.", 19, "expected the name of a member, found the end"),
        arguments("arg0?[", 20, "expected a value such as arg0, this or \"text\", found the end"),
        arguments(
            "com.acme.Type::class()",
            34,
            "expected \".\", \"?.\", \"[\", \"?[\", \"??\" or the end, found \"(\""),
        arguments("arg0.1", 19, "expected the name of a member, found \"1\""),
        arguments("lambda -> x", 21, "unexpected -; an expression does not calculate"),
        arguments("arg0..x", 19, "expected the name of a member, found \".\""),
        arguments("1.", 16, "expected the name of a member, found the end"),
        arguments("-", 14, "unexpected -; an expression does not calculate"),
        arguments("@Tool", 14, "unexpected character @; text is written in quotes"));
  }

  @ParameterizedTest
  @MethodSource
  void switchesATargetOffThatDoesNotFitItsMethod(
      String method, String expression, int column, String message) {
    String key = expression.equals("return") ? "output" : "tool";
    GuardedCalls calls = GuardedCalls.of(Desk.class, yaml("tool", method, key, quoted(expression)));

    calls.guard(Desk.class, method);

    assertThat(said(calls.log()))
        .isEqualTo(
            "[loop-sentinel] test:7:%s: %s; in `%s`. target t (test:3:7) on Desk.%s is switched off: its calls run unguarded.\n"
                .formatted(
                    column,
                    message,
                    expression.replace("HERE", ""),
                    method.equals("dispatch")
                        ? "dispatch(Request, Map, Object, List, Memory)"
                        : method + "(Request)"));
  }

  static Stream<Arguments> switchesATargetOffThatDoesNotFitItsMethod() {
    return Stream.of(
        arguments(
            "dispatch",
            "arg7",
            14,
            "arg7 does not exist: Desk.dispatch has 5 parameters (Request, Map, Object, List,"
                + " Memory)"),
        arguments(
            "open",
            "this.x",
            14,
            "this does not exist: Desk.open is static and has 1 parameter (Request)"),
        arguments(
            "send",
            "return",
            16,
            "return does not exist: Desk.send returns nothing; leave this out"),
        arguments(
            "dispatch",
            "arg0.nosuch",
            19,
            "Request has no member \"nosuch\"; it has tool(), context(), level()"),
        arguments(
            "dispatch",
            "arg0.nosuch()",
            19,
            "Request has no method \"nosuch\"; it has tool(), context(), level()"),
        arguments(
            "dispatch",
            "arg4.secret()",
            19,
            "secret of Memory is not a method; write it without ( )"),
        arguments("dispatch", "arg0.tool(1)", 19, "tool cannot take (Integer); Request has tool()"),
        arguments(
            "dispatch",
            "HERERequest::both('a','b')",
            70,
            "the call is ambiguous: both(Object, String) and both(String, Object) of Request accept"
                + " these arguments equally well; pass an argument that only one of them accepts"),
        arguments("dispatch", "arg0.KIND", 19, "KIND of Request is static; write Request::KIND"),
        arguments(
            "dispatch",
            "HERERequest::nosuch",
            70,
            "Request has no static field \"nosuch\"; it has both(Object, String), both(String,"
                + " Object), twice(int), KIND"),
        arguments(
            "dispatch",
            "HERERequest::twice",
            70,
            "twice is a method; write twice() with its arguments"),
        arguments(
            "dispatch",
            "HERERequest::nosuch()",
            70,
            "Request has no static method \"nosuch\"; it has both(Object, String), both(String,"
                + " Object), twice(int)"),
        arguments(
            "dispatch",
            "HERERequest::new",
            70,
            "a new object is written new Request() with its arguments"),
        arguments(
            "dispatch",
            "new HEREContext()",
            18,
            "Context is abstract, an interface or an enum and cannot be instantiated; name a"
                + " class or call one of its static methods with ::"),
        arguments(
            "dispatch",
            "new HERERequest(1)",
            18,
            "new Request cannot take (Integer); Request has new Request(String, Context, int)"),
        arguments(
            "dispatch",
            "com.acme.Nothing::of()",
            14,
            "type com.acme.Nothing not found by the class loader of Desk; check the spelling,"
                + " package included"),
        arguments(
            "dispatch",
            "arg0['x']",
            18,
            "a Request does not support [ ]: it is not a Map, List or array and has no method get(key)"),
        arguments(
            "dispatch",
            "arg0[*]",
            18,
            "arg0 is a Request; [*] takes a collection, a Map or an array"),
        arguments(
            "dispatch", "null.x", 18, "null never has a value, so nothing can be read from it"),
        arguments(
            "dispatch",
            "annotation(java.lang.String)",
            25,
            "java.lang.String is not an annotation; name one that the method or its class has"),
        arguments(
            "dispatch",
            "annotation(java.lang.Override)",
            25,
            "java.lang.Override is not kept at run time (its retention is not RUNTIME), so it"
                + " cannot be read"),
        arguments(
            "dispatch",
            "annotation(java.lang.Deprecated).since",
            14,
            "Desk.dispatch has no annotation java.lang.Deprecated, nor has its class; write"
                + " annotation(java.lang.Deprecated)?. if it may be absent"),
        arguments(
            "dispatch",
            "annotation(HEREHidden)",
            25,
            "Hidden is not kept at run time (its retention is not RUNTIME), so it cannot be read"),
        arguments(
            "dispatch",
            "identity(arg0.level)",
            23,
            "a java.lang.Integer has no identity, only a value; omit identity( )"),
        arguments(
            "dispatch",
            "append(arg0.tool, 1)",
            21,
            "append( ) takes a collection, an array or null as its list, not a java.lang.String"),
        arguments(
            "dispatch",
            "HERERequest::twice('x')",
            70,
            "twice cannot take (String); Request has twice(int)"),
        arguments(
            "dispatch",
            "HERERequest::twice(null)",
            70,
            "twice cannot take (null); Request has twice(int)"));
  }

  @Test
  void saysAllThatDoesNotFitInOneLine() {
    GuardedCalls calls =
        GuardedCalls.of(
            Desk.class, yaml("tool", "open", "args", "arg0.nosuch\n      output: arg7"));

    calls.guard(Desk.class, "open");

    assertThat(said(calls.log()))
        .isEqualTo(
            "[loop-sentinel] test:7:18: Request has no member \"nosuch\"; it has tool(), context(),"
                + " level(); in `arg0.nosuch`. test:8:15: arg7 does not exist: Desk.open has 1"
                + " parameter (Request); in `arg7`. target t (test:3:7) on Desk.open(Request) is"
                + " switched off: its calls run unguarded.\n");
  }

  @ParameterizedTest
  @MethodSource
  void saysWhichValueIsOfNoUse(String kind, String key, String value, String message) {
    GuardedCalls calls = GuardedCalls.of(Desk.class, yaml(kind, "dispatch", key, value));

    calls.guard(Desk.class, "dispatch");

    assertThat(said(calls.log()))
        .isEqualTo(
            "[loop-sentinel] target t (test:3:7) on Desk.dispatch(Request, Map, Object, List,"
                + " Memory): "
                + message
                + "\n");
  }

  static Stream<Arguments> saysWhichValueIsOfNoUse() {
    return Stream.of(
        arguments(
            "tool",
            "result",
            "message",
            "result gives no Answer, which the method returns, but a java.lang.String; a hint falls"
                + " to abort here (test:7:15)"),
        arguments(
            "tool",
            "throws",
            "message",
            "throws gives a java.lang.String, which is no Throwable; the ToolLoopError itself is"
                + " thrown here (test:7:15)"),
        arguments(
            "tool",
            "warned",
            "message",
            "warned gives no Answer, which the method returns, but a java.lang.String; results"
                + " carry no warnings here (test:7:15)"),
        arguments(
            "tool",
            "failed",
            "return.text",
            "failed gives a java.lang.String, which is no Boolean; it never tells of a failure here"
                + " (test:7:15)"),
        arguments(
            "turn",
            "input_tokens",
            "return.text",
            "input_tokens gives a java.lang.String, which is no Number; no tokens are counted here"
                + " (test:7:21)"),
        arguments(
            "turn",
            "output_tokens",
            "return",
            "output_tokens gives a Answer, which is no Number; no tokens are counted here"
                + " (test:7:22)"),
        arguments(
            "turn",
            "inject",
            "{arg0: message}",
            "inject gives a java.lang.String, but arg0 takes a Request; requests carry no warnings"
                + " here (test:7:22)"));
  }

  @Test
  void saysWhichOfTwoMembersIsRead() {
    GuardedCalls calls =
        GuardedCalls.of(Json.class, yaml("tool", "dispatch", "args", "this.string"));

    calls.guard(Json.class, "dispatch");

    assertThat(said(calls.log()))
        .isEqualTo(
            "[loop-sentinel] target t (test:3:7) on Json.dispatch(): string reads string() of Json,"
                + " which also has isString(); write the intended one with ( )"
                + " (test:7:18)\n");
  }

  @Test
  void namesTheMissingArgumentOfInject() {
    GuardedCalls calls =
        GuardedCalls.of(Desk.class, yaml("turn", "open", "inject", "{arg9: message}"));

    calls.guard(Desk.class, "open");

    assertThat(said(calls.log()))
        .isEqualTo(
            "[loop-sentinel] test:7:22: inject replaces arg9, but the method has 1 parameter"
                + " (Request). target t (test:3:7) on Desk.open(Request) is switched off: its calls"
                + " run unguarded.\n");
  }

  @ParameterizedTest
  @MethodSource
  void saysWhichPartOfAnExpressionMetWhat(
      String expression, @Nullable Object any, int column, String message) {
    GuardedCalls calls =
        GuardedCalls.of(Desk.class, yaml("tool", "dispatch", "args", quoted(expression)));
    Guard guard = calls.guard(Desk.class, "dispatch");

    assertThatThrownBy(() -> guard.apply(new Desk(), values(any)))
        .extracting(failure -> said(String.valueOf(failure.getMessage())))
        .isEqualTo(
            "target t (test:3:7) on Desk.dispatch(Request, Map, Object, List, Memory): test:7:%s: %s"
                .formatted(column, message));
  }

  static Stream<Arguments> saysWhichPartOfAnExpressionMetWhat() {
    return Stream.of(
        arguments(
            "arg0.context.id",
            null,
            26,
            "arg0.context is null at column 13 of `arg0.context.id`; write `arg0.context?.id` if"
                + " it may be absent"),
        arguments(
            "arg2[*].x",
            Arrays.asList("", null).subList(1, 2),
            21,
            "an element of arg2[*] is null at column 8 of `arg2[*].x`; write `arg2[*]?.x` if it"
                + " may be absent"),
        arguments(
            "arg3[5]",
            null,
            18,
            "arg3 has 2 elements, there is none at [5] (column 5 of `arg3[5]`)"),
        arguments(
            "arg3['a']", null, 18, "arg3 requires an integer in [ ] (column 5 of `arg3['a']`)"),
        arguments(
            "arg1[null]",
            null,
            18,
            "arg1 is a java.util.TreeMap, which does not accept null as a key (column 5 of"
                + " `arg1[null]`)"),
        arguments(
            "arg1[1]",
            null,
            18,
            "arg1 is a java.util.TreeMap, which does not accept java.lang.Integer as a key"
                + " (column 5 of `arg1[1]`)"),
        arguments(
            "arg2['k']",
            5,
            18,
            "a java.lang.Integer does not support [ ]: it is not a Map, List or array and has no method"
                + " get(key) (column 5 of `arg2['k']`)"),
        arguments(
            "arg2[*]",
            "text",
            18,
            "arg2 is a java.lang.String; [*] takes a collection, a Map or an array (column 5 of"
                + " `arg2[*]`)"),
        arguments(
            "arg2.nosuch",
            new Memory(),
            18,
            "Memory has no member \"nosuch\"; it has read(), secret (column 5 of `arg2.nosuch`)"),
        arguments(
            "arg2.nosuch()",
            new Memory(),
            18,
            "Memory has no method \"nosuch\"; it has read() (column 5 of `arg2.nosuch()`)"),
        arguments(
            "arg2.read(1)",
            new Memory(),
            18,
            "read cannot take (Integer); Memory has read() (column 5 of `arg2.read(1)`)"),
        arguments(
            "HERERequest::twice(arg2)",
            null,
            70,
            "null cannot be passed as argument 1 of twice(int), a int; in `Request::twice(arg2)`"),
        arguments(
            "HERERequest::twice(arg2)",
            "text",
            70,
            "a java.lang.String cannot be passed as argument 1 of twice(int), a int; in"
                + " `Request::twice(arg2)`"),
        arguments(
            "append(arg2, 1)",
            5,
            21,
            "append( ) takes a collection, an array or null as its list, not a java.lang.Integer"
                + " (column 8 of `append(arg2, 1)`)"));
  }

  @Test
  void saysThatListsAreOfDifferentLengths() {
    GuardedCalls calls =
        GuardedCalls.of(
            Desk.class,
            yaml("tool", "dispatch", "args", quoted("arg1[*]")).replace("method\n", "'arg3[*]'\n"));
    Guard guard = calls.guard(Desk.class, "dispatch");

    assertThatThrownBy(() -> guard.apply(new Desk(), values(null)))
        .hasMessageEndingWith(
            ": test:7:14: tool gives 2 values and args 1; both lists have to be equally long; in"
                + " `arg1[*]`");
  }

  @Test
  void aWrongExpressionSwitchesOffItsOwnTargetOnly() throws Exception {
    GuardedCalls calls =
        GuardedCalls.of(
            Desk.class,
            """
            sentinel:
              targets:
                - {name: wrong, kind: tool, type: TYPE, method: open, tool: arg0.nosuch}
                - {name: right, kind: tool, type: TYPE, method: dispatch, tool: arg0.tool, args: '1'}
            """);

    assertThat(calls.guard(Desk.class, "open").apply(null, values(null))).isNull();
    Guard right = calls.guard(Desk.class, "dispatch");
    for (int i = 0; i < 3; i++) {
      right.callOn(new Desk(), () -> new Answer("same"), values(null));
    }

    assertThatThrownBy(() -> right.callOn(new Desk(), () -> new Answer("same"), values(null)))
        .hasMessageContaining("loop-detected: search");
  }

  private static Object[] values(@Nullable Object any) {
    return new Object[] {
      new Request("search", null, 1),
      new TreeMap<>(Map.of("a", 1)),
      any,
      List.of("x", "y"),
      new Memory()
    };
  }

  private static String said(String text) {
    return text.replace(HERE, "");
  }

  /** Writes a value of YAML; positions are told as they stand in the file. */
  private static String quoted(String expression) {
    return "'" + expression.replace("'", "''").replace("HERE", HERE) + "'";
  }

  private static String yaml(String kind, String method, String key, String value) {
    return """
    sentinel:
      targets:
        - name: t
          kind: %s
          type: TYPE
          method: %s
          %s: %s
    """
            .formatted(kind, method, key, value)
        + (kind.equals("tool") && !key.equals("tool") ? "      tool: method\n" : "");
  }
}
