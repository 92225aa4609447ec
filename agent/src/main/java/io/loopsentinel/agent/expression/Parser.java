package io.loopsentinel.agent.expression;

import io.loopsentinel.agent.expression.Node.Name;
import io.loopsentinel.agent.expression.Node.Step;
import io.loopsentinel.agent.expression.Tokens.Kind;
import io.loopsentinel.agent.expression.Tokens.Token;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Turns the text of an expression into its tree, by recursive descent.
 *
 * <p>For one use.
 */
final class Parser {

  /*
   * The grammar, in EBNF. Space and line breaks may stand between any two tokens.
   *
   *   expression = path { "??" path } ;
   *   path       = primary { step } ;
   *   step       = ( "." | "?." ) NAME [ arguments ]
   *              | [ "?." ] "[" ( "*" | expression ) "]" ;
   *   primary    = literal | list | map | variable
   *              | "(" expression ")"
   *              | "new" type arguments
   *              | "annotation" "(" type ")"
   *              | function arguments
   *              | type "::" NAME [ arguments ] ;
   *   variable   = "this" | "return" and the others of Variable | "arg0" | ... | "arg254" ;
   *   function   = "identity" and the others of Function ;
   *   literal    = TEXT | NUMBER | "true" | "false" | "null" ;
   *   list       = "[" [ expression { "," expression } ] "]" ;
   *   map        = "{" [ TEXT ":" expression { "," TEXT ":" expression } ] "}" ;
   *   arguments  = "(" [ expression { "," expression } ] ")" ;
   *   type       = NAME { "." NAME } ;
   *
   *   NAME       = a Java identifier, dollar signs included ;
   *   TEXT       = characters and escapes between two " or two ' ;
   *   NUMBER     = [ "-" ] digits [ "." digits ] ;
   */

  /** The longest expression, in characters. */
  static final int MAX_LENGTH = 10_000;

  /**
   * How deep expressions may nest. Parsing, linking and evaluating take a few stack frames a level;
   * at this depth they fit into the smallest stacks that threads are given.
   */
  static final int MAX_DEPTH = 100;

  /** The most steps in a path; each {@code [*]} among them takes two stack frames. */
  private static final int MAX_STEPS = 200;

  private static final int MAX_ARGUMENTS = 100;

  /** A method has at most 255 parameters (JVMS 4.3.3). */
  private static final int LAST_ARGUMENT = 254;

  private static final Pattern ARGUMENT = Pattern.compile("arg(0|[1-9][0-9]*)");

  private final Tokens tokens;
  private final List<Variable> usable;
  private final Set<Variable> variables = EnumSet.noneOf(Variable.class);
  private int depth;

  /**
   * Creates a parser.
   *
   * @param usable the variables that a message about an unknown name offers
   */
  Parser(String source, List<Variable> usable) throws ExpressionException {
    if (source.length() > MAX_LENGTH) {
      throw new ExpressionException(
          "an expression has at most " + MAX_LENGTH + " characters, not " + source.length(),
          MAX_LENGTH);
    }
    this.tokens = new Tokens(new Lexer(source).tokens());
    this.usable = usable;
  }

  Node parse() throws ExpressionException {
    Node root = expression();
    if (tokens.peek().kind() != Kind.END) {
      throw tokens.unexpected("\".\", \"?.\", \"[\", \"??\" or the end");
    }
    return root;
  }

  /** Returns the variables met so far. */
  Set<Variable> variables() {
    return variables;
  }

  private Node expression() throws ExpressionException {
    if (++depth > MAX_DEPTH) {
      throw new ExpressionException(
          "the expression nests more than " + MAX_DEPTH + " deep", tokens.peek().offset());
    }
    int offset = tokens.peek().offset();
    List<Node> operands = new ArrayList<>();
    do {
      operands.add(path());
    } while (tokens.take("??"));
    depth--;
    return operands.size() == 1 ? operands.get(0) : new Node.Fallback(offset, operands);
  }

  private Node path() throws ExpressionException {
    int offset = tokens.peek().offset();
    Node base = primary();
    List<Step> steps = new ArrayList<>();
    while (tokens.peek().is(".") || tokens.peek().is("?.") || tokens.peek().is("[")) {
      if (steps.size() == MAX_STEPS) {
        throw new ExpressionException(
            "a path has at most " + MAX_STEPS + " steps", tokens.peek().offset());
      }
      steps.add(step());
    }
    return steps.isEmpty() ? base : new Node.Path(offset, base, steps);
  }

  private Step step() throws ExpressionException {
    Token first = tokens.next();
    boolean nullSafe = first.is("?.");
    if (first.is("[") || (nullSafe && tokens.peek().is("["))) {
      return bracket(first.offset(), nullSafe, nullSafe ? tokens.next() : first);
    }
    Name name = name("the name of a member");
    return new Step.Member(first.offset(), nullSafe, name, argumentsIfAny());
  }

  private Step bracket(int offset, boolean nullSafe, Token opening) throws ExpressionException {
    if (tokens.take("*")) {
      tokens.close(opening, "]");
      return new Step.Each(offset, nullSafe);
    }
    Node key = expression();
    if (key instanceof Node.Literal literal
        && literal.value() instanceof Number number
        && number.doubleValue() < 0) {
      throw new ExpressionException(
          "an index counts from 0 at the start; there are no negative ones", key.offset());
    }
    tokens.close(opening, "]");
    return new Step.Index(offset, nullSafe, key);
  }

  private Node primary() throws ExpressionException {
    Token token = tokens.peek();
    if (token.kind() == Kind.NAME) {
      return word(token);
    }
    if (token.kind() == Kind.TEXT || token.kind() == Kind.NUMBER) {
      tokens.next();
      return new Node.Literal(token.offset(), token.value());
    }
    if (tokens.take("[")) {
      return new Node.ListLiteral(token.offset(), expressions(token, "]"));
    }
    if (tokens.take("{")) {
      return map(token);
    }
    if (tokens.take("(")) {
      Node inner = expression();
      tokens.close(token, ")");
      return inner;
    }
    throw tokens.unexpected("a value such as arg0, this or \"text\"");
  }

  private Node word(Token word) throws ExpressionException {
    if (word.isName("new") && tokens.peek(1).kind() == Kind.NAME) {
      tokens.next();
      return new Node.Construction(word.offset(), typeName(), arguments());
    }
    if (word.isName("annotation") && tokens.peek(1).is("(")) {
      tokens.next();
      Token opening = tokens.next();
      Name type = typeName();
      tokens.close(opening, ")");
      return new Node.AnnotationName(word.offset(), type);
    }
    Function function = tokens.peek(1).is("(") ? Function.spelled(word.text()) : null;
    if (function != null) {
      tokens.next();
      return call(word, function);
    }
    if (tokens.peek(tokens.dottedName()).is("::")) {
      Name type = typeName();
      tokens.next();
      Name member = name("the name of a static method or field");
      return new Node.StaticMember(type.offset(), type, member, argumentsIfAny());
    }
    Node named = named(word);
    tokens.next();
    return named;
  }

  private Node named(Token word) throws ExpressionException {
    String text = word.text();
    if (text.equals("null")) {
      return new Node.Literal(word.offset(), null);
    }
    if (text.equals("true") || text.equals("false")) {
      return new Node.Literal(word.offset(), Boolean.valueOf(text));
    }
    if (ARGUMENT.matcher(text).matches()) {
      int index = text.length() > 6 ? Integer.MAX_VALUE : Integer.parseInt(text.substring(3));
      if (index > LAST_ARGUMENT) {
        throw new ExpressionException(
            text + " cannot exist: a method has at most 255 parameters, arg0 to arg254",
            word.offset());
      }
      return new Node.ArgumentName(word.offset(), index);
    }
    Variable variable = Variable.spelled(text);
    if (variable == null) {
      throw Problems.unknownName(tokens, usable);
    }
    variables.add(variable);
    return new Node.VariableName(word.offset(), variable);
  }

  private Node call(Token name, Function function) throws ExpressionException {
    List<Node> arguments = arguments();
    if (arguments.size() != function.arity()) {
      throw new ExpressionException(
          "%s takes %d, not %d; separate them with commas"
              .formatted(function.label(), function.arity(), arguments.size()),
          name.offset());
    }
    return new Node.FunctionCall(name.offset(), function, arguments);
  }

  private Node map(Token opening) throws ExpressionException {
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
      values.add(expression());
    }
    tokens.close(opening, "}");
    return new Node.MapLiteral(opening.offset(), keys, values);
  }

  private List<Node> arguments() throws ExpressionException {
    if (!tokens.peek().is("(")) {
      throw tokens.unexpected("\"(\" and the arguments");
    }
    Token opening = tokens.next();
    List<Node> arguments = expressions(opening, ")");
    if (arguments.size() > MAX_ARGUMENTS) {
      throw new ExpressionException(
          "a call has at most " + MAX_ARGUMENTS + " arguments", opening.offset());
    }
    return arguments;
  }

  private List<Node> expressions(Token opening, String closing) throws ExpressionException {
    List<Node> expressions = new ArrayList<>();
    while (!tokens.peek().is(closing)) {
      if (!expressions.isEmpty()) {
        tokens.separate(opening, closing);
      } else if (tokens.peek().kind() == Kind.END) {
        break;
      }
      expressions.add(expression());
    }
    tokens.close(opening, closing);
    return expressions;
  }

  private @Nullable List<Node> argumentsIfAny() throws ExpressionException {
    return tokens.peek().is("(") ? arguments() : null;
  }

  private Name typeName() throws ExpressionException {
    Token first = tokens.name("the full name of a type");
    StringBuilder name = new StringBuilder(first.text());
    while (tokens.take(".")) {
      name.append('.').append(tokens.name("the rest of the type's name").text());
    }
    return new Name(first.offset(), name.toString());
  }

  private Name name(String expected) throws ExpressionException {
    Token token = tokens.name(expected);
    return new Name(token.offset(), token.text());
  }
}
