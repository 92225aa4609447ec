package io.loopsentinel.agent.expression;

import io.loopsentinel.agent.expression.Token.Kind;
import io.loopsentinel.agent.text.NearestNames;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Knows the bare words that stand for a value: variables, arguments and three literals. */
final class Names {

  /** A method has at most 255 parameters (JVMS 4.3.3). */
  private static final int LAST_ARGUMENT = 254;

  private Names() {}

  /**
   * Takes the next token, a name, and returns what it stands for.
   *
   * @param usable the variables that a message about an unknown name offers
   */
  static Node resolve(Tokens tokens, List<Variable> usable) throws ExpressionException {
    Token word = tokens.peek();
    Node node = resolve(word);
    if (node == null) {
      throw new ExpressionException(explain(tokens, usable), word.offset());
    }
    tokens.next();
    return node;
  }

  private static @Nullable Node resolve(Token word) throws ExpressionException {
    Variable variable = Variable.spelled(word.text());
    if (variable != null) {
      return new Node.VariableName(word.offset(), variable);
    }
    if (isArgument(word.text())) {
      int index = index(word.text());
      if (index > LAST_ARGUMENT) {
        throw new ExpressionException(
            word.text() + " cannot exist: a method has at most 255 parameters, arg0 to arg254",
            word.offset());
      }
      return new Node.ArgumentName(word.offset(), index);
    }
    return switch (word.text()) {
      case "true" -> new Node.Literal(word.offset(), true);
      case "false" -> new Node.Literal(word.offset(), false);
      case "null" -> new Node.Literal(word.offset(), null);
      default -> null;
    };
  }

  private static boolean isArgument(String word) {
    if (!word.startsWith("arg") || word.length() == 3) {
      return false;
    }
    for (int i = 3; i < word.length(); i++) {
      if (word.charAt(i) < '0' || word.charAt(i) > '9') {
        return false;
      }
    }
    return word.length() == 4 || word.charAt(3) != '0';
  }

  private static int index(String argument) {
    return argument.length() > 6 ? Integer.MAX_VALUE : Integer.parseInt(argument.substring(3));
  }

  private static String explain(Tokens tokens, List<Variable> usable) {
    String word = tokens.peek().text();
    Function function = Function.spelled(word);
    if (function != null) {
      return word + " is a function; write " + function.label();
    }
    List<String> parts = dottedNames(tokens);
    if (parts.stream().skip(1).anyMatch(part -> Character.isUpperCase(part.charAt(0)))) {
      String all = String.join(".", parts);
      boolean endsInType = Character.isUpperCase(parts.get(parts.size() - 1).charAt(0));
      return "unknown name "
          + word
          + "; a static member of a type is written "
          + (endsInType
              ? all + "::name, a new object new " + all + "()"
              : all.substring(0, all.lastIndexOf('.')) + "::" + parts.get(parts.size() - 1));
    }
    List<String> variables = usable.stream().map(Variable::spelling).toList();
    List<String> words =
        Stream.of(
                variables.stream(),
                Function.spellings(),
                Stream.of("arg0", "true", "false", "null", "new", "annotation"))
            .flatMap(each -> each)
            .toList();
    return "unknown name "
        + word
        + NearestNames.suggest(word, words).map(near -> "; did you mean " + near + "?").orElse(".")
        + " Known are arg0, arg1 …, "
        + String.join(", ", variables)
        + "; text stands in quotes";
  }

  private static List<String> dottedNames(Tokens tokens) {
    List<String> parts = new ArrayList<>(List.of(tokens.peek().text()));
    for (int i = 1; tokens.peek(i).is(".") && tokens.peek(i + 1).kind() == Kind.NAME; i += 2) {
      parts.add(tokens.peek(i + 1).text());
    }
    return parts;
  }
}
