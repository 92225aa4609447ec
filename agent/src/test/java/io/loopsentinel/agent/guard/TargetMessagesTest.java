package io.loopsentinel.agent.guard;

import static io.loopsentinel.agent.guard.GuardedDesk.quoted;
import static io.loopsentinel.agent.guard.GuardedDesk.said;
import static io.loopsentinel.agent.guard.GuardedDesk.values;
import static io.loopsentinel.agent.guard.GuardedDesk.yaml;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loopsentinel.agent.guard.GuardedDesk.Answer;
import io.loopsentinel.agent.guard.GuardedDesk.Desk;
import io.loopsentinel.agent.guard.GuardedDesk.Json;
import io.loopsentinel.targets.fixture.Cases;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The messages about targets that do not fit their method, word for word. */
class TargetMessagesTest {

  @ParameterizedTest
  @MethodSource
  void switchesATargetOffThatDoesNotFitItsMethod(String call, String message) {
    String method = call.substring(0, call.indexOf(": "));
    String expression = call.substring(method.length() + 2);
    String key = expression.equals("return") ? "output" : "tool";
    GuardedCalls calls = GuardedCalls.of(Desk.class, yaml("tool", method, key, quoted(expression)));

    calls.guard(Desk.class, method);

    assertThat(said(calls.log()))
        .isEqualTo(
            "[loop-sentinel] test:7:%s; in `%s`. target t (test:3:7) on Desk.%s is switched off: its calls run unguarded.\n"
                .formatted(
                    message,
                    expression.replace("HERE", ""),
                    method.equals("dispatch")
                        ? "dispatch(Request, Map, Object, List, Memory)"
                        : method + "(Request)"));
  }

  static Stream<Arguments> switchesATargetOffThatDoesNotFitItsMethod() {
    return Cases.of(
        """
        dispatch: arg7
            14: arg7 does not exist: Desk.dispatch has 5 parameters (Request, Map, Object, List,
            Memory)
        open: this.x
            14: this does not exist: Desk.open is static and has 1 parameter (Request)
        send: return
            16: return does not exist: Desk.send returns nothing; leave this out
        dispatch: arg0.nosuch
            19: Request has no member "nosuch"; it has tool(), context(), level()
        dispatch: arg0.nosuch()
            19: Request has no method "nosuch"; it has tool(), context(), level()
        dispatch: arg4.secret()
            19: secret of Memory is not a method; write it without ( )
        dispatch: arg0.tool(1)
            19: tool cannot take (Integer); Request has tool()
        dispatch: HERERequest::both('a','b')
            63: the call is ambiguous: both(Object, String) and both(String, Object) of Request
            accept these arguments equally well; pass an argument that only one of them accepts
        dispatch: arg0.KIND
            19: KIND of Request is static; write Request::KIND
        dispatch: HERERequest::nosuch
            63: Request has no static field "nosuch"; it has both(Object, String), both(String,
            Object), twice(int), KIND
        dispatch: HERERequest::twice
            63: twice is a method; write twice() with its arguments
        dispatch: HERERequest::nosuch()
            63: Request has no static method "nosuch"; it has both(Object, String), both(String,
            Object), twice(int)
        dispatch: HERERequest::new
            63: a new object is written new Request() with its arguments
        dispatch: new HEREContext()
            18: Context is abstract, an interface or an enum and cannot be instantiated; name a
            class or call one of its static methods with ::
        dispatch: new HERERequest(1)
            18: new Request cannot take (Integer); Request has new Request(String, Context, int)
        dispatch: com.acme.Nothing::of()
            14: type com.acme.Nothing not found by the class loader of Desk; check the spelling,
            package included
        dispatch: arg0['x']
            18: a Request does not support [ ]: it is not a Map, List or array and has no method
            get(key)
        dispatch: arg0[*]
            18: arg0 is a Request; [*] takes a collection, a Map or an array
        dispatch: null.x
            18: null never has a value, so nothing can be read from it
        dispatch: identity(arg0.level)
            23: a java.lang.Integer has no identity, only a value; omit identity( )
        dispatch: append(arg0.tool, 1)
            21: append( ) takes a collection, an array or null as its list, not a
            java.lang.String
        dispatch: HERERequest::twice('x')
            63: twice cannot take (String); Request has twice(int)
        dispatch: HERERequest::twice(null)
            63: twice cannot take (null); Request has twice(int)
        """);
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
  void saysWhichValueIsOfNoUse(String target, String message) {
    String[] words = target.split("[ :]+", 3);
    GuardedCalls calls =
        GuardedCalls.of(Desk.class, yaml(words[0], "dispatch", words[1], words[2]));

    calls.guard(Desk.class, "dispatch");

    assertThat(said(calls.log()))
        .isEqualTo(
            "[loop-sentinel] target t (test:3:7) on Desk.dispatch(Request, Map, Object, List,"
                + " Memory): "
                + message
                + "\n");
  }

  static Stream<Arguments> saysWhichValueIsOfNoUse() {
    return Cases.of(
        """
        tool result: message
            result gives no Answer, which the method returns, but a java.lang.String; a hint
            falls to abort here (test:7:15)
        tool throws: message
            throws gives a java.lang.String, which is no Throwable; the ToolLoopError itself is
            thrown here (test:7:15)
        tool warned: message
            warned gives no Answer, which the method returns, but a java.lang.String; results
            carry no warnings here (test:7:15)
        tool failed: return.text
            failed gives a java.lang.String, which is no Boolean; it never tells of a failure
            here (test:7:15)
        turn input_tokens: return.text
            input_tokens gives a java.lang.String, which is no Number; no tokens are counted
            here (test:7:21)
        turn output_tokens: return
            output_tokens gives a Answer, which is no Number; no tokens are counted here
            (test:7:22)
        turn inject: {arg0: message}
            inject gives a java.lang.String, but arg0 takes a Request; requests carry no
            warnings here (test:7:22)
        """);
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
}
