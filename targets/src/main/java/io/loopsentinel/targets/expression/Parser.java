package io.loopsentinel.targets.expression;

import static java.util.stream.Collectors.joining;

import io.loopsentinel.targets.expression.Node.Path;
import io.loopsentinel.targets.expression.Node.Step;
import io.loopsentinel.targets.expression.Tokens.Token;
import io.loopsentinel.targets.text.NearestNames;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A recursive descent parser for one expression. */
final class Parser {

  /*
   * The grammar, in EBNF. White space is allowed between any two tokens.
   *
   *   expression = path { "??" path } ;
   *   path       = primary { step } ;
   *   step       = ( "." | "?." ) NAME [ arguments ]
   *              | [ "?" | "?." ] "[" ( "*" | expression ) "]" ;
   *   primary    = literal | list | map | variable
   *              | "(" expression ")"
   *              | "new" type arguments
   *              | function arguments
   *              | type "::" ( "class" | NAME [ arguments ] ) ;
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

  static final int MAX_LENGTH = 10_000;

  /**
   * Maximum nesting. Parsing, linking and evaluation take a few stack frames per level, which at
   * this depth fit into the smallest stacks that threads are given.
   */
  static final int MAX_DEPTH = 100;

  /** Maximum steps in a path; each {@code [*]} among them takes two stack frames. */
  private static final int MAX_STEPS = 200;

  /** The symbols that begin a step. */
  private static final Set<String> STEP_STARTS = Set.of(".", "?.", "[", "?");

  private static final Pattern ARGUMENT = Pattern.compile("arg(0|[1-9][0-9]{0,8})");

  private final String source;
  private final Tokens tokens;
  private final List<Variable> usable;
  private final Set<Variable> variables = EnumSet.noneOf(Variable.class);
  private final List<String> outermost = new ArrayList<>();
  private boolean takesIdentity;
  private int depth;

  Parser(String source, List<Variable> usable) {
    if (source.length() > MAX_LENGTH) {
      throw new ExpressionException(
          "an expression has at most %s characters, not %s".formatted(MAX_LENGTH, source.length()),
          MAX_LENGTH);
    }
    this.source = source;
    this.tokens = new Tokens(source);
    this.usable = usable;
  }

  Expression parse() {
    Node root = expression();
    if (!tokens.peek().isEnd()) {
      throw tokens.unexpected("\".\", \"?.\", \"[\", \"?[\", \"??\" or the end");
    }
    return new Expression(
        source,
        root,
        Collections.unmodifiableSet(variables),
        takesIdentity,
        root.isProjection(),
        List.copyOf(outermost));
  }

  private Node expression() {
    if (++depth > MAX_DEPTH) {
      throw tokens
          .peek()
          .problem("the expression is nested more than %s levels deep".formatted(MAX_DEPTH));
    }
    List<Node> operands = new ArrayList<>();
    do {
      int start = tokens.peek().offset();
      operands.add(path());
      if (depth == 1) {
        outermost.add(source.substring(start, tokens.peek().offset()).strip());
      }
    } while (tokens.take("??"));
    depth--;
    return operands.size() == 1 ? operands.get(0) : new Node.Fallback(operands);
  }

  private Node path() {
    int offset = tokens.peek().offset();
    Node base = primary();
    List<Step> steps = new ArrayList<>();
    while (STEP_STARTS.contains(tokens.peek().text())) {
      if (steps.size() == MAX_STEPS) {
        throw tokens.peek().problem("a path has at most %s steps".formatted(MAX_STEPS));
      }
      steps.add(step());
    }
    if (steps.isEmpty()) {
      return base;
    }
    boolean isRead = base instanceof Path path && path.steps().isEmpty();
    return new Path(offset, isRead ? ((Path) base).base() : base, steps);
  }

  private Step step() {
    int offset = tokens.peek().offset();
    boolean nullSafe = tokens.take("?.") || tokens.take("?");
    Token opening = tokens.peek();
    if (nullSafe ? !opening.is("[") : tokens.take(".")) {
      return new Step(offset, nullSafe, tokens.name("the name of a member"), argumentsIfAny());
    }
    tokens.next();
    List<Node> key = null;
    Token first = tokens.peek();
    if (!tokens.take("*")) {
      if (first.value() instanceof Number number && number.doubleValue() < 0) {
        throw first.problem("an index counts from 0; negative indexes are not supported");
      }
      key = List.of(expression());
    }
    tokens.close(opening, "]");
    return new Step(offset, nullSafe, null, key);
  }

  private Node primary() {
    Token token = tokens.peek();
    if (token.isName()) {
      return word(token);
    }
    if (token.value() != null) {
      tokens.next();
      return literal(token.value());
    }
    if (tokens.take("[")) {
      List<Node> elements = expressions(token, "]");
      return linking -> linking.list(elements);
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

  private Node word(Token word) {
    if (word.is("new") && tokens.peek(1).isName()) {
      tokens.next();
      Token type = typeName();
      List<Node> arguments = arguments();
      return linking -> linking.construction(type, arguments);
    }
    Function function = tokens.peek(1).is("(") ? Function.ofSpelling(word.text()) : null;
    if (function != null) {
      return call(function);
    }
    if (tokens.peek(tokens.dottedNameLength()).is("::")) {
      return staticMember();
    }
    Node named = named(word);
    tokens.next();
    return named;
  }

  private Node named(Token word) {
    String text = word.text();
    if (text.equals("null")) {
      return literal(null);
    }
    if (text.equals("true") || text.equals("false")) {
      return literal(Boolean.valueOf(text));
    }
    if (ARGUMENT.matcher(text).matches()) {
      int index = Integer.parseInt(text.substring(3));
      return read(word, linking -> linking.argument(index, word));
    }
    Variable variable = Variable.ofSpelling(text);
    if (variable == null) {
      throw unknownName(word);
    }
    variables.add(variable);
    return read(word, linking -> linking.variable(variable, word));
  }

  private ExpressionException unknownName(Token word) {
    Function function = Function.ofSpelling(word.text());
    if (function != null) {
      return word.problem("%s is a function; write %s".formatted(word.text(), function.label()));
    }
    String dotted =
        IntStream.range(0, tokens.dottedNameLength())
            .mapToObj(i -> tokens.peek(i).text())
            .collect(joining());
    if (dotted.matches(".*\\.\\p{javaUpperCase}.*")) {
      boolean isType = dotted.matches(".*\\.\\p{javaUpperCase}[^.]*");
      return word.problem(
          "unknown name %s; a static member of a type is written %s"
              .formatted(
                  word.text(),
                  isType
                      ? "%1$s::name, a new object new %1$s()".formatted(dotted)
                      : dotted.replaceFirst("\\.([^.]*)$", "::$1")));
    }
    List<String> words = new ArrayList<>(usable.stream().map(Variable::spelling).toList());
    String known = String.join(", ", words);
    Stream.of(Function.values()).map(Function::spelling).forEach(words::add);
    Collections.addAll(words, "arg0", "true", "false", "null", "new");
    String suggestion =
        NearestNames.suggest(word.text(), words)
            .filter(near -> !word.is(near))
            .map(near -> "; did you mean " + near + "?")
            .orElse(".");
    return word.problem(
        "unknown name %s%s Known are arg0, arg1 …, %s; text is written in quotes"
            .formatted(word.text(), suggestion, known));
  }

  private static Node literal(@Nullable Object value) {
    return linking -> Operand.constant(value);
  }

  private static Node read(Token start, Node node) {
    return new Path(start.offset(), node, List.of());
  }

  private Node staticMember() {
    Token type = typeName();
    tokens.next();
    Token member = tokens.name("the name of a static method or field");
    if (member.is("class")) {
      return read(type, linking -> linking.classLiteral(type));
    }
    List<Node> arguments = argumentsIfAny();
    Node node = linking -> linking.staticMember(type, member, arguments);
    return arguments == null ? read(type, node) : node;
  }

  private Node call(Function function) {
    takesIdentity |= function == Function.IDENTITY;
    Token name = tokens.next();
    int first = tokens.peek(1).offset();
    List<Node> arguments = arguments();
    if (arguments.size() != function.arity()) {
      throw name.problem(
          "%s takes %s, not %s; separate them with commas"
              .formatted(function.label(), function.arity(), arguments.size()));
    }
    return linking ->
        function.link(linking.operands(arguments), new Place(linking.expression(), first, first));
  }

  private Node map(Token opening) {
    Map<String, Node> entries = new LinkedHashMap<>();
    elements(opening, "}", () -> entry(opening, entries));
    return linking -> linking.map(entries);
  }

  private void entry(Token opening, Map<String, Node> entries) {
    Token key = tokens.peek();
    if (!(key.value() instanceof String text)) {
      throw tokens.unexpected("a key in quotes");
    }
    if (entries.containsKey(text)) {
      throw key.problem("duplicate key " + key.text());
    }
    tokens.next();
    if (!tokens.take(":")) {
      throw tokens.unexpectedIn(opening, "}", "\":\" and the value of " + key.text());
    }
    entries.put(text, expression());
  }

  private List<Node> arguments() {
    Token opening = tokens.peek();
    if (!tokens.take("(")) {
      throw tokens.unexpected("\"(\" and the arguments");
    }
    return expressions(opening, ")");
  }

  private List<Node> expressions(Token opening, String closing) {
    List<Node> expressions = new ArrayList<>();
    elements(opening, closing, () -> expressions.add(expression()));
    return expressions;
  }

  /** Parses comma-separated elements up to the closing bracket. */
  private void elements(Token opening, String closing, Runnable element) {
    if (tokens.take(closing)) {
      return;
    }
    do {
      if (tokens.peek().isEnd() || tokens.peek().is(closing)) {
        throw tokens.unexpectedIn(opening, closing, "another element after the comma");
      }
      element.run();
    } while (tokens.take(","));
    if (!tokens.take(closing)) {
      throw tokens.unexpectedIn(opening, closing, "\",\" or \"" + closing + "\"");
    }
  }

  private @Nullable List<Node> argumentsIfAny() {
    return tokens.peek().is("(") ? arguments() : null;
  }

  private Token typeName() {
    Token first = tokens.name("the full name of a type");
    StringBuilder name = new StringBuilder(first.text());
    while (tokens.take(".")) {
      name.append('.').append(tokens.name("the rest of the type's name").text());
    }
    return new Token(name.toString(), first.offset(), null);
  }
}
