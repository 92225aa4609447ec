package io.loopsentinel.targets.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.targets.config.ConfigResult;
import io.loopsentinel.targets.fixture.Cases;
import io.loopsentinel.targets.yaml.ConfigProblem;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The messages about texts that are no expressions, word for word. */
class ExpressionMessagesTest {

  @ParameterizedTest
  @CsvSource({"'', an empty string", "' ', a string of blanks"})
  void refuseAnEmptyText(String text, String found) {
    assertRefused(text, "13: expected an expression, found " + found);
  }

  @ParameterizedTest
  @MethodSource("texts")
  void refuseATextThatIsNoExpression(String text, String message) {
    assertRefused(text, message);
  }

  static Stream<Arguments> texts() {
    return Cases.of(
        """
        arg0.
            19: expected the name of a member, found the end
        arg0 arg1
            19: expected ".", "?.", "[", "?[", "??" or the end, found "arg1"
        arg0 == 1
            19: unexpected =; an expression neither assigns nor compares
        arg0 = 1
            19: unexpected =; an expression neither assigns nor compares
        a ? b
            16: a single ?; write ?. or ?[ if the value before it may be absent, ?? for a
            fallback
        arg0[
            19: expected a value such as arg0, this or "text", found the end
        arg0[-1]
            19: an index counts from 0; negative indexes are not supported
        arg0.f(1
            20: "(" is not closed; add ")"
        (arg0
            14: "(" is not closed; add ")"
        [1, 2
            14: "[" is not closed; add "]"
        {'a': 1
            14: "{" is not closed; add "}"
        {a: 1}
            15: expected a key in quotes, found "a"
        {'a' 1}
            21: expected ":" and the value of 'a', found "1"
        {'a': 1, 'a': 2}
            25: duplicate key 'a'
        'text
            14: the text that begins here is not closed; add ' at its end
        'a\\x'
            17: unknown escape; known are \\n \\t \\r \\b \\f \\" \\' \\\\ \\/ and \\uXXXX; a
            backslash itself is written \\\\
        '\\u00g0'
            16: \\u takes four hexadecimal digits, as in \\u00e9
        12abc
            14: a number is written in digits only, as in 20, -3 or 0.85
        99999999999999999999
            14: the number exceeds 64 bits; write it as text in quotes
        “text”
            14: a typographic quotation mark; write text in " or '
        conversation
            14: unknown name conversation. KNOWN text is written in quotes
        sesion
            14: unknown name sesion. KNOWN text is written in quotes
        arg
            14: unknown name arg; did you mean arg0? KNOWN text is written in quotes
        com.acme.Type
            14: unknown name com; a static member of a type is written com.acme.Type::name, a
            new object new com.acme.Type()
        com.acme.Type.of(1)
            14: unknown name com; a static member of a type is written com.acme.Type::of
        com.acme.Type::
            29: expected the name of a static method or field, found the end
        new com.acme.Type
            31: expected "(" and the arguments, found the end
        new com.acme.(1)
            27: expected the rest of the type's name, found "("
        identity()
            14: identity(value) takes 1, not 0; separate them with commas
        append
            14: append is a function; write append(list, item)
        return.x
            14: there is no "return" here, USABLE
        count
            14: there is no "count" here, USABLE
        arg0 && arg1
            19: unexpected &; an expression neither assigns nor compares
        arg0 + 1
            19: unexpected +; an expression does not calculate
        !arg0
            14: unexpected !; an expression neither assigns nor compares
        arg0;
            18: unexpected character ;; text is written in quotes
        arg0#x
            18: unexpected character #; text is written in quotes
        ()
            15: expected a value such as arg0, this or "text", found ")"
        arg0??
            20: expected a value such as arg0, this or "text", found the end
        arg0?.
            20: expected the name of a member, found the end
        arg0 ??\s
            22: expected a value such as arg0, this or "text", found the end
        arg0[]
            19: expected a value such as arg0, this or "text", found "]"
        this.
            19: expected the name of a member, found the end
        arg0?[
            20: expected a value such as arg0, this or "text", found the end
        com.acme.Type::class()
            34: expected ".", "?.", "[", "?[", "??" or the end, found "("
        arg0.1
            19: expected the name of a member, found "1"
        lambda -> x
            21: unexpected -; an expression does not calculate
        arg0..x
            19: expected the name of a member, found "."
        1.
            16: expected the name of a member, found the end
        -
            14: unexpected -; an expression does not calculate
        @Tool
            14: unexpected character @; text is written in quotes
        """
            .replace(
                "KNOWN", "Known are arg0, arg1 …, this, method, run, thread, instance, global;")
            .replace(
                "USABLE", "only arg0, arg1 ..., this, method, run, thread, instance and global"));
  }

  /** Expects the column and the text of a message. */
  private static void assertRefused(String text, String message) {
    String yaml =
        """
        sentinel:
          targets:
            - name: t
              kind: tool
              type: com.acme.Desk
              method: dispatch
              tool: '%s'
        """
            .formatted(text.replace("'", "''"));

    assertThat(new ConfigLoader(Profiles.shipped()).read(yaml, "test"))
        .isInstanceOfSatisfying(
            ConfigResult.Rejected.class,
            rejected ->
                assertThat(rejected.problems())
                    .extracting(ConfigProblem::toString)
                    .containsExactly(
                        "test:7:" + message.replaceFirst(": ", ": targets[0].tool: ")));
  }
}
