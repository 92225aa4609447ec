package io.loopsentinel.agent.expression;

import io.loopsentinel.agent.expression.Node.MemberName;
import io.loopsentinel.agent.expression.Node.Step;
import io.loopsentinel.agent.expression.Token.Kind;
import java.util.ArrayList;
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
   *              | "identity" "(" expression ")"
   *              | "append" "(" expression "," expression ")"
   *              | "put" "(" expression "," expression "," expression ")"
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

  private final Tokens tokens;
  private final PrimaryParser primaries;
  private int depth;

  Parser(String source, List<Variable> usable) throws ExpressionException {
    if (source.length() > MAX_LENGTH) {
      throw new ExpressionException(
          "an expression has at most " + MAX_LENGTH + " characters, not " + source.length(),
          MAX_LENGTH);
    }
    this.tokens = new Tokens(new Lexer(source).tokens());
    this.primaries = new PrimaryParser(tokens, this, usable);
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
    return primaries.variables();
  }

  /** Returns the highest index of an argument met so far, or -1. */
  int highestArgument() {
    return primaries.highestArgument();
  }

  /** Parses what may stand anywhere a value may. */
  Node expression() throws ExpressionException {
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
    Node base = primaries.primary();
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
    MemberName member = primaries.memberName("the name of a member");
    return tokens.peek().is("(")
        ? new Step.Call(first.offset(), nullSafe, member, primaries.arguments())
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
}
