package io.loopsentinel.targets.expression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ExpressionSyntaxTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "arg0",
        "arg254",
        " arg0 . name ( ) ",
        "arg0\n  ?.name\n  ?? 'none'",
        "arg2?.conversationId ?? run ?? thread",
        "return.message.text",
        "arg0['a'][0][*]?.[1]?.['b']?.[*]",
        "arg0[arg1.key]",
        "(arg0 ?? arg1).name",
        "{\"error\": message, 'list': [1, -2, 0.5], 'nothing': {}}",
        "[]",
        "com.acme.ToolResult::error(message)",
        "com.acme.Outer$Inner::NAME",
        "new com.acme.ToolResult(message, null).mark(true)",
        "append(arg0?.messages, 'text').size()",
        "put(arg0.map, 'key', {}).key",
        "identity(arg0) ?? identity(this.model())",
        "this.return.new.null.identity.append",
        "arg0.identity(1).append(2)",
        "com.acme.append::identity(1)",
        "'\\u00e9\\n\\\"' ?? \"it's\"",
      })
  void acceptsTheLanguage(String source) throws ExpressionException {
    assertThat(Expression.parse(source).source()).isEqualTo(source);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "``|0|expected a value such as arg0, this or \"text\", found the end",
        "arg0.|5|expected the name of a member, found the end",
        "arg0.5|5|expected the name of a member, found \"5\"",
        "arg0?..name|6|expected the name of a member, found \".\"",
        "[1,|0|\"[\" is not closed; add \"]\"",
        "arg0 arg1|5|expected \".\", \"?.\", \"[\", \"?[\", \"??\" or the end, found \"arg1\"",
        "arg0)|4|expected \".\", \"?.\", \"[\", \"?[\", \"??\" or the end, found \")\"",
        "arg0 ??|7|expected a value",
        "arg0 ? 1|5|a single ?; write ?. or ?[ if the value before it may be absent",
        "arg0 + 1|5|unexpected +; an expression does not calculate",
        "arg0 == 1|5|unexpected =; an expression neither assigns nor compares",
        "arg0.name(1|9|\"(\" is not closed; add \")\"",
        "arg0.name(1 2)|12|expected \",\" or \")\", found \"2\"",
        "arg0.name(1,)|12|expected another element after the comma, found \")\"",
        "arg0.name(|9|\"(\" is not closed",
        "arg0['a'|4|\"[\" is not closed; add \"]\"",
        "arg0[-1]|5|an index counts from 0",
        "arg0[*|4|\"[\" is not closed",
        "{'a' 1}|5|expected \":\" and the value of 'a', found \"1\"",
        "{a: 1}|1|expected a key in quotes, found \"a\"",
        "{'a': 1, \"a\": 2}|9|duplicate key \"a\"",
        "{'a': 1|0|\"{\" is not closed; add \"}\"",
        "'text|0|the text that begins here is not closed; add ' at its end",
        "arg0.f(\"text')|7|not closed; add \" at its end",
        "'a\\x'|2|unknown escape",
        "'\\u00g0'|1|four hexadecimal digits",
        "12abc|0|a number is written in digits only",
        "99999999999999999999|0|exceeds 64 bits",
        "“text”|0|typographic quotation mark",
        "conversation|0|unknown name conversation. Known are arg0, arg1 …, this, return",
        "sesion|0|unknown name sesion; did you mean session?",
        "args|0|did you mean arg0?",
        "arg|0|did you mean arg0?",
        "arg00|0|unknown name arg00",
        "arg99999999999|0|unknown name arg99999999999",
        "com.acme.Type.of(1)|0|a static member of a type is written com.acme.Type::of",
        "com.acme.Type|0|com.acme.Type::name",
        "com.acme.Type::|15|expected the name of a static method or field, found the end",
        "new com.acme.Type|17|expected \"(\" and the arguments, found the end",
        "new com.acme.(1)|13|expected the rest of the type's name, found \"(\"",
        "identity()|0|identity(value) takes 1, not 0",
        "append(arg0)|0|append(list, item) takes 2, not 1",
        "append(arg0, 1, 2)|0|append(list, item) takes 2, not 3",
        "put({}, 1)|0|put(map, key, value) takes 3, not 2",
        "append(arg0, 1|6|\"(\" is not closed",
        "append|0|append is a function; write append(list, item)",
        "apend(arg0, 1)|0|unknown name apend; did you mean append?",
        "name = arg0|5|neither assigns nor compares",
      })
  void saysWhereAndWhatIsWrong(String source, int offset, String message) {
    assertThatExceptionOfType(ExpressionException.class)
        .isThrownBy(() -> Expression.parse(source))
        .withMessageContaining(message)
        .satisfies(problem -> assertThat(problem.offset()).isEqualTo(offset));
  }

  @Test
  void limitsLengthDepthAndSteps() throws ExpressionException {
    Expression.parse("(".repeat(99) + "1" + ")".repeat(99));
    Expression.parse("arg0" + ".a".repeat(200));

    assertRefused("(".repeat(5_000) + "1" + ")".repeat(4_000), "nested more than 100 levels deep");
    assertRefused("[".repeat(9_000), "nested more than 100 levels deep");
    assertRefused("arg0.a(".repeat(1_200), "nested more than 100 levels deep");
    assertRefused("arg0" + ".a".repeat(201), "a path has at most 200 steps");
    assertRefused(" ".repeat(10_001), "at most 10000 characters");
  }

  @Test
  void listsItsVariables() throws ExpressionException {
    Expression expression =
        Expression.parse("arg2?.id(message, [arg11], {'t': tool}) ?? new A(run) ?? B::c(thread)");

    assertThat(expression.variables())
        .containsExactly(Variable.MESSAGE, Variable.TOOL, Variable.RUN, Variable.THREAD);
    assertThat(Expression.parse("'arg3'.run").variables()).isEmpty();
  }

  @Test
  void equalsTheSameNotation() throws ExpressionException {
    assertThat(Expression.parse("arg0.name"))
        .isEqualTo(Expression.parse("arg0.name"))
        .hasSameHashCodeAs(Expression.parse("arg0.name"))
        .isNotEqualTo(Expression.parse("arg0.name()"))
        .hasToString("arg0.name");
  }

  private static void assertRefused(String source, String message) {
    assertThatExceptionOfType(ExpressionException.class)
        .isThrownBy(() -> Expression.parse(source))
        .withMessageContaining(message);
  }
}
