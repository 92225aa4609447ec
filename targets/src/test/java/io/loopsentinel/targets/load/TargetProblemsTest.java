package io.loopsentinel.targets.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class TargetProblemsTest {

  private static final String ALWAYS = "arg0, arg1 ..., this, method, run, thread, instance and";

  @Test
  void saysWhichKeysAreMissing() {
    assertThat(Configs.problems("sentinel:\n  targets:\n    - {}\n"))
        .containsExactly(
            "file.yaml:3:7: targets[0] lacks the key \"name\"",
            "file.yaml:3:7: targets[0] lacks the key \"kind\"",
            "file.yaml:3:7: targets[0] lacks the key \"type\"",
            "file.yaml:3:7: targets[0] lacks the key \"method\"");
  }

  @Test
  void explainsThatATargetHasOneTypeOrSeveral() {
    assertThat(Configs.problems(target("kind: tool", "type: a.B\n      types: [a.C]")))
        .containsExactly("file.yaml:7:7: targets[0].types and \"type\" exclude each other");
    assertThat(Configs.problems(target("kind: tool", "types: []")))
        .containsExactly(
            "file.yaml:6:14: targets[0].types: expected at least one, such as"
                + " [com.acme.OrderTools, com.acme.MailTools]");
  }

  @Test
  void refusesTwoTargetsOfOneName() {
    String targets =
        """
        sentinel:
          targets:
            - {name: a, kind: run, type: a.B, method: c}
            - {name: a, kind: run, type: a.D, method: e}
        """;

    assertThat(Configs.problems(targets))
        .containsExactly("file.yaml:4:14: two targets are named \"a\"; the other is in line 3");
  }

  @ParameterizedTest
  @MethodSource
  void explainsInvalidKey(String kind, String line, String message) {
    assertThat(Configs.problems(target("kind: " + kind, line)))
        .containsExactly("file.yaml:6:" + message);
  }

  static Stream<Arguments> explainsInvalidKey() {
    return Stream.of(
        arguments(
            "run",
            "type: java.util.function.Function",
            "13: targets[0].type: classes of the JDK cannot be targets; name the class that calls"
                + " or extends \"java.util.function.Function\", or set subtypes: true and packages"),
        arguments(
            "run",
            "type: com/acme/Tools",
            "13: targets[0].type: write the name with dots: \"com.acme.Tools\""),
        arguments(
            "run",
            "type: com.acme.*",
            "13: targets[0].type: expected one class; to match several, list them under types, or"
                + " name their superclass or interface and set subtypes: true"),
        arguments(
            "run",
            "type: com.acme.Tools()",
            "13: targets[0].type: expected the name of a class such as com.acme.Tools or"
                + " com.acme.Tools$Inner, found the string \"com.acme.Tools()\""));
  }

  @ParameterizedTest
  @MethodSource
  void explainsInvalidMatch(String line, String message) {
    String yaml = "sentinel:\n  targets:\n    - name: a\n      kind: run\n      type: a.B\n      ";

    assertThat(Configs.problems(yaml + line + "\n")).containsExactly("file.yaml:6:" + message);
  }

  static Stream<Arguments> explainsInvalidMatch() {
    return Stream.of(
        arguments(
            "method: call(String)",
            "15: targets[0].method: expected only the name of a method, such as dispatch or call*,"
                + " found the string \"call(String)\""),
        arguments(
            "method: <init>",
            "15: targets[0].method: constructors and initializers cannot be targets; name a method"
                + " that is called on the object"));
  }

  @ParameterizedTest
  @MethodSource
  void saysThatAKeyDoesNotBelongToTheKind(String kind, String line, String message) {
    assertThat(Configs.problems(target("kind: " + kind, "type: a.B\n      " + line)))
        .containsExactly(
            "file.yaml:7:" + (Character.isDigit(message.charAt(0)) ? message : "7: " + message));
  }

  static Stream<Arguments> saysThatAKeyDoesNotBelongToTheKind() {
    return Stream.of(
        arguments(
            "run",
            "text: return",
            "\"text\" is not allowed in a target of kind run, only in kind turn"),
        arguments(
            "turn",
            "result: message",
            "\"result\" is not allowed in a target of kind turn, only in kind tool"),
        arguments(
            "run",
            "inject: {arg0: message}",
            "\"inject\" is not allowed in a target of kind run, only in kind turn"),
        arguments(
            "turn",
            "reset: true",
            "\"reset\" is not allowed in a target of kind turn, only in kind run"),
        arguments(
            "turn",
            "ends_session: true",
            "\"ends_session\" is not allowed in a target of kind turn, only in kind tool"),
        arguments(
            "run",
            "trial: true",
            "\"trial\" is not allowed in a target of kind run, only in kind tool"),
        arguments(
            "run",
            "packages: []",
            "17: targets[0].packages: expected at least one, such as [com.acme]"),
        arguments(
            "run",
            "packages: [com.acme.*]",
            "18: targets[0].packages: expected the name of a package such as com.acme, which"
                + " includes its subpackages, found the string \"com.acme.*\""),
        arguments(
            "run",
            "annotated_with: \"@Tool\"",
            "23: targets[0].annotated_with: expected the name of an annotation such as"
                + " com.acme.ToolMethod, found the string \"@Tool\""),
        arguments(
            "run",
            "ignore_values: [default]",
            "targets[0].ignore_values needs the key \"session\", whose values it filters"),
        arguments(
            "run",
            "throws: new Error(message)",
            "\"throws\" is not allowed in a target of kind run, only in kind tool or turn"));
  }

  @Test
  void saysThatABatchHasNoSyntheticResult() {
    assertThat(
            Configs.problems(
                target("kind: tool", "type: a.B\n      tool: arg0[*].name\n      result: message")))
        .containsExactly(
            "file.yaml:8:7: \"result\" cannot be used if \"tool\" has [*]: the method returns once"
                + " for several calls; a stopped call is answered by an exception, see \"throws\"");
  }

  @Test
  void warnsOfBatchesWithIndivisibleResults() {
    assertThat(
            Configs.warnings(
                target("kind: tool", "type: a.B\n      tool: arg0[*].name\n      output: return")))
        .containsExactly(
            "file.yaml:8:15: targets[0].output: without [*], which \"tool\" has, it says nothing"
                + " about the single calls");
  }

  @Test
  void requiresASessionForARunWithoutReset() {
    assertThat(Configs.problems(target("kind: run", "type: a.B\n      reset: false")))
        .containsExactly(
            "file.yaml:7:14: targets[0].reset: a run that continues a session must name it; add"
                + " \"session\"");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "default   | 22: targets[0].ignore_values: expected a list such as [default, \"0\"], found"
            + " the string \"default\"",
        "[]        | 22: targets[0].ignore_values: expected at least one, such as [default, \"0\"]",
        "[x, null] | 26: targets[0].ignore_values: expected a string or number, found nothing; put"
            + " it in quotes"
      })
  void explainsInvalidSessionPlaceholders(String values, String message) {
    String lines = "type: a.B\n      session: arg0\n      ignore_values: " + values;

    assertThat(Configs.problems(target("kind: run", lines)))
        .containsExactly("file.yaml:8:" + message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "inject: message|15: targets[0].inject: expected one argument and its new value, such as",
        "inject:|14: targets[0].inject: expected one argument and its new value, such as",
        "inject: {}|15: targets[0].inject: expected one argument and its new value, such as",
        "inject: {arg0: message, arg1: message}|15: targets[0].inject: expected one argument and",
        "inject: {request: message}|16: targets[0].inject: expected an argument of the method"
            + " (arg0, arg1 ...), found \"request\"",
        "inject: {arg255: message}|16: targets[0].inject: expected an argument of the method",
        "inject: {arg0: }|21: targets[0].inject.arg0: expected an expression, found nothing",
        "inject: {arg0: [message]}|22: targets[0].inject.arg0: expected an expression, found",
        "inject: {arg0: append(arg0, message)}|15: targets[0].inject: expected one argument and its"
            + " new value, such as {arg0: \"append(arg0, message)\"}; quote a value that contains"
            + " a comma",
        "inject: {arg0: 'append(arg0, return)'}|36: targets[0].inject.arg0: there is no \"return\""
            + " here, only message, session, arg0, arg1 ..., this",
        "inject: {arg0: mesage}|22: targets[0].inject.arg0: unknown name mesage; did you mean"
            + " message? Known are arg0, arg1 …, message, session, this,",
      })
  void explainsInvalidInjection(String line, String message) {
    assertThat(Configs.problems(target("kind: turn", "type: a.B\n      " + line)))
        .singleElement()
        .asString()
        .startsWith("file.yaml:7:" + message);
  }

  @Test
  void saysThatArgumentsOfATurnNeedTheirTools() {
    assertThat(Configs.problems(target("kind: turn", "type: a.B\n      args: return.args")))
        .containsExactly(
            "file.yaml:7:7: targets[0].args needs the key \"tool\", the names of the tools");
  }

  @Test
  void namesOnlyVariablesThatExistInTheirPlace() {
    assertThat(Configs.problems(target("kind: turn", "type: a.B\n      text: sesion")))
        .singleElement()
        .asString()
        .startsWith("file.yaml:7:13: targets[0].text: unknown name sesion. Known are arg0, arg1 …,")
        .contains("return, thrown, this, method, run")
        .doesNotContain("message")
        .doesNotContain("count");
  }

  @Test
  void doesNotProposeTheVeryWordThatIsWrong() {
    assertThat(Configs.problems(target("kind: turn", "type: a.B\n      text: new")))
        .singleElement()
        .asString()
        .startsWith("file.yaml:7:13: targets[0].text: unknown name new. Known are arg0,");
  }

  @ParameterizedTest
  @MethodSource
  void showsWhereAnExpressionIsWrong(String kind, String line, String message) {
    assertThat(Configs.problems(target("kind: " + kind, "type: a.B\n      " + line)))
        .singleElement()
        .asString()
        .startsWith("file.yaml:7:" + message);
  }

  static Stream<Arguments> showsWhereAnExpressionIsWrong() {
    return Stream.of(
        arguments("run", "session: arg0..id", "21: targets[0].session: "),
        arguments("run", "session: 'arg0[''a'']..id'", "29: targets[0].session: "),
        arguments("run", "session:", "15: targets[0].session: expected an expression, found"),
        arguments("run", "session: [arg0]", "16: targets[0].session: expected an expression, f"),
        arguments(
            "run",
            "session: arg0 ?? return",
            "24: targets[0].session: there is no \"return\" here, only " + ALWAYS + " global"),
        arguments(
            "turn",
            "text: message",
            "13: targets[0].text: there is no \"message\" here, only return, thrown, arg0"),
        arguments(
            "turn",
            "text: arg0.message ?? message",
            "29: targets[0].text: there is no \"message\" here, only return, thrown, arg0"),
        arguments(
            "tool",
            "tool: thrown.name",
            "13: targets[0].tool: there is no \"thrown\" here, only " + ALWAYS + " global"));
  }

  private static String target(String kind, String line) {
    return "sentinel:\n  targets:\n    - name: a\n      method: c\n      "
        + kind
        + "\n      "
        + line
        + "\n";
  }
}
