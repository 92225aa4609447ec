package io.loopsentinel.agent.expression;

import io.loopsentinel.agent.expression.Node.MemberName;
import io.loopsentinel.agent.expression.Node.TypeName;
import io.loopsentinel.agent.expression.Token.Kind;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** Parses what a path begins with; the grammar stands in {@link Parser}. For one use. */
final class PrimaryParser {

  /** The most arguments of a call, below what method handles allow (about 250). */
  private static final int MAX_ARGUMENTS = 100;

  private final Tokens tokens;
  private final Parser parser;
  private final List<Variable> usable;
  private final Set<Variable> variables = EnumSet.noneOf(Variable.class);
  private int highestArgument = -1;

  PrimaryParser(Tokens tokens, Parser parser, List<Variable> usable) {
    this.tokens = tokens;
    this.parser = parser;
    this.usable = usable;
  }

  /** Returns the variables met so far. */
  Set<Variable> variables() {
    return variables;
  }

  /** Returns the highest index of an argument met so far, or -1. */
  int highestArgument() {
    return highestArgument;
  }

  Node primary() throws ExpressionException {
    Token token = tokens.peek();
    if (token.kind() == Kind.TEXT || token.kind() == Kind.NUMBER) {
      return new Node.Literal(tokens.next().offset(), token.value());
    }
    if (token.kind() == Kind.NAME) {
      return word();
    }
    if (token.is("[")) {
      tokens.next();
      return new Node.ListLiteral(token.offset(), expressions(token, "]"));
    }
    if (token.is("{")) {
      return map();
    }
    if (token.is("(")) {
      tokens.next();
      Node inner = parser.expression();
      tokens.close(token, ")");
      return inner;
    }
    throw tokens.unexpected("a value such as arg0, this or \"text\"");
  }

  private Node word() throws ExpressionException {
    Token word = tokens.peek();
    if (word.isName("new") && tokens.peek(1).kind() == Kind.NAME) {
      tokens.next();
      return new Node.Construction(word.offset(), typeName(), arguments());
    }
    if (word.isName("annotation") && tokens.peek(1).is("(")) {
      tokens.next();
      Token opening = tokens.next();
      TypeName type = typeName();
      tokens.close(opening, ")");
      return new Node.AnnotationName(word.offset(), type);
    }
    Function function = tokens.peek(1).is("(") ? Function.spelled(word.text()) : null;
    if (function != null) {
      return call(function);
    }
    if (tokens.typeIsAhead()) {
      TypeName type = typeName();
      tokens.next();
      MemberName member = memberName("the name of a static method or field");
      return tokens.peek().is("(")
          ? new Node.StaticCall(type, member, arguments())
          : new Node.StaticField(type, member);
    }
    Node named = Names.resolve(tokens, usable);
    if (named instanceof Node.VariableName reference) {
      variables.add(reference.variable());
    } else if (named instanceof Node.ArgumentName argument) {
      highestArgument = Math.max(highestArgument, argument.index());
    }
    return named;
  }

  private Node call(Function function) throws ExpressionException {
    Token name = tokens.next();
    List<Node> arguments = arguments();
    if (arguments.size() != function.arity()) {
      throw new ExpressionException(
          "%s takes %d, not %d; separate them with commas"
              .formatted(function.label(), function.arity(), arguments.size()),
          name.offset());
    }
    return new Node.FunctionCall(name.offset(), function, arguments);
  }

  private Node map() throws ExpressionException {
    Token opening = tokens.next();
    List<String> keys = new ArrayList<>();
    List<Node> values = new ArrayList<>();
    while (!tokens.peek().is("}")) {
      if (!keys.isEmpty()) {
        tokens.separate(opening, "}");
      }
      Token key = tokens.peek();
      if (!(key.value() instanceof String text)) {
        throw tokens.unexpectedIn(opening, "}", "a key in quotes");
      }
      if (keys.contains(text)) {
        throw new ExpressionException("the key " + key.text() + " stands twice", key.offset());
      }
      keys.add(text);
      tokens.next();
      if (!tokens.take(":")) {
        throw tokens.unexpectedIn(opening, "}", "\":\" and the value of " + key.text());
      }
      values.add(parser.expression());
    }
    tokens.close(opening, "}");
    return new Node.MapLiteral(opening.offset(), keys, values);
  }

  /** Parses the arguments of a call, brackets included. */
  List<Node> arguments() throws ExpressionException {
    if (!tokens.peek().is("(")) {
      throw tokens.unexpected("\"(\" and the arguments");
    }
    return expressions(tokens.next(), ")");
  }

  private List<Node> expressions(Token opening, String closing) throws ExpressionException {
    List<Node> expressions = new ArrayList<>();
    while (!tokens.peek().is(closing)) {
      if (!expressions.isEmpty()) {
        tokens.separate(opening, closing);
      } else if (tokens.peek().kind() == Kind.END) {
        break;
      }
      expressions.add(parser.expression());
    }
    tokens.close(opening, closing);
    if (closing.equals(")") && expressions.size() > MAX_ARGUMENTS) {
      throw new ExpressionException(
          "a call has at most " + MAX_ARGUMENTS + " arguments", opening.offset());
    }
    return expressions;
  }

  private TypeName typeName() throws ExpressionException {
    MemberName first = memberName("the full name of a type");
    StringBuilder name = new StringBuilder(first.text());
    while (tokens.take(".")) {
      name.append('.').append(memberName("the rest of the type's name").text());
    }
    return new TypeName(first.offset(), name.toString());
  }

  /**
   * Takes the next token, which has to be a name.
   *
   * @param expected what the name is of, for the message
   */
  MemberName memberName(String expected) throws ExpressionException {
    Token token = tokens.peek();
    if (token.kind() != Kind.NAME) {
      throw tokens.unexpected(expected);
    }
    tokens.next();
    return new MemberName(token.offset(), token.text());
  }
}
