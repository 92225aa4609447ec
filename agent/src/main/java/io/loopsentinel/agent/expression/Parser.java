package io.loopsentinel.agent.expression;

import io.loopsentinel.agent.expression.Node.MemberName;
import io.loopsentinel.agent.expression.Node.Step;
import io.loopsentinel.agent.expression.Node.TypeName;
import io.loopsentinel.agent.expression.Token.Kind;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

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
   *              | type "::" NAME [ arguments ] ;
   *   variable   = "this" | "return" | "thrown" | "method" | "message" | "tool" | "session"
   *              | "count" | "run" | "thread" | "instance" | "global"
   *              | "arg0" | "arg1" | ... | "arg254" ;
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
  static final int MAX_STEPS = 200;

  private final String source;
  private final Set<Variable> variables = EnumSet.noneOf(Variable.class);
  private int highestArgument = -1;
  private Tokens tokens = new Tokens(List.of(new Token(Kind.END, "", 0, null)));
  private int depth;

  Parser(String source) {
    this.source = source;
  }

  Node parse() throws ExpressionException {
    if (source.length() > MAX_LENGTH) {
      throw new ExpressionException(
          "an expression has at most " + MAX_LENGTH + " characters, not " + source.length(),
          MAX_LENGTH);
    }
    tokens = new Tokens(new Lexer(source).tokens());
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

  /** Returns the highest index of an argument met so far, or -1. */
  int highestArgument() {
    return highestArgument;
  }

  private Node expression() throws ExpressionException {
    if (++depth > MAX_DEPTH) {
      throw new ExpressionException(
          "the expression nests more than " + MAX_DEPTH + " deep", tokens.peek().offset());
    }
    int offset = tokens.peek().offset();
    List<Node> operands = new ArrayList<>();
    operands.add(path());
    while (tokens.take("??")) {
      operands.add(path());
    }
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
    MemberName member = memberName("the name of a member");
    return tokens.peek().is("(")
        ? new Step.Call(first.offset(), nullSafe, member, arguments())
        : new Step.Property(first.offset(), nullSafe, member);
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
      Node inner = expression();
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
    if (tokens.typeIsAhead()) {
      TypeName type = typeName();
      tokens.next();
      MemberName member = memberName("the name of a static method or field");
      return tokens.peek().is("(")
          ? new Node.StaticCall(type, member, arguments())
          : new Node.StaticField(type, member);
    }
    Node named = Names.resolve(tokens);
    if (named instanceof Node.VariableName reference) {
      variables.add(reference.variable());
    } else if (named instanceof Node.ArgumentName argument) {
      highestArgument = Math.max(highestArgument, argument.index());
    }
    return named;
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
      values.add(expression());
    }
    tokens.close(opening, "}");
    return new Node.MapLiteral(opening.offset(), keys, values);
  }

  private List<Node> arguments() throws ExpressionException {
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
      expressions.add(expression());
    }
    tokens.close(opening, closing);
    if (closing.equals(")") && expressions.size() > MAX_DEPTH) {
      throw new ExpressionException("a call takes at most 100 arguments", opening.offset());
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

  private MemberName memberName(String expected) throws ExpressionException {
    Token token = tokens.peek();
    if (token.kind() != Kind.NAME) {
      throw tokens.unexpected(expected);
    }
    tokens.next();
    return new MemberName(token.offset(), token.text());
  }
}
