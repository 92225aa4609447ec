package io.loopsentinel.agent.expression;

import static java.util.stream.Collectors.toSet;

import io.loopsentinel.agent.async.ResultType;
import io.loopsentinel.agent.expression.Evaluator.Constant;
import io.loopsentinel.agent.expression.Evaluator.Operand;
import io.loopsentinel.agent.expression.MemberFinder.Found;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Links one expression; for one use. */
final class Linking {

  private final Expression expression;
  private final Signature signature;
  private final Types types;
  private final MemberFinder members;
  private final PathLinker paths;
  private final List<ExpressionException> notes = new ArrayList<>();

  Linking(Expression expression, Signature signature, MemberAccess access) {
    this.expression = expression;
    this.signature = signature;
    this.types = new Types(signature);
    this.members = new MemberFinder(access);
    this.paths = new PathLinker(this, members);
  }

  /**
   * Links it.
   *
   * @param placeholders texts of values that count as absent
   */
  LinkedExpression link(Set<String> placeholders) throws ExpressionException {
    Operand root =
        placeholders.isEmpty()
            ? operand(expression.root())
            : without(Set.copyOf(placeholders), expression.root());
    return new LinkedExpression(expression, root, List.copyOf(notes));
  }

  /** Of a fallback each operand is looked at by itself: the next one has its turn. */
  private Operand without(Set<String> placeholders, Node node) throws ExpressionException {
    if (node instanceof Node.Fallback fallback) {
      List<Operand> operands = new ArrayList<>();
      for (Node operand : fallback.operands()) {
        operands.add(without(placeholders, operand));
      }
      return fallback(operands);
    }
    Operand operand = operand(node);
    return new Operand(
        environment -> {
          Object value = Conversion.unwrap(operand.evaluator().evaluate(environment));
          return value == null || placeholders.contains(value.toString()) ? null : value;
        },
        operand.type());
  }

  String source() {
    return expression.source();
  }

  /** Keeps a problem that may turn out to be none when the expression is evaluated. */
  void note(ExpressionException problem) {
    notes.add(problem);
  }

  /** Links a part whose value counts; one that was read from the application is unwrapped. */
  Operand operand(Node node) throws ExpressionException {
    Operand operand = base(node);
    boolean isRead =
        node instanceof Node.ArgumentName
            || node instanceof Node.VariableName
            || node instanceof Node.StaticField;
    Class<?> unwrapped = Conversion.unwrap(operand.type());
    return isRead && (operand.type() == Object.class || operand.type() != unwrapped)
        ? new Operand(
            environment -> Conversion.unwrap(operand.evaluator().evaluate(environment)), unwrapped)
        : operand;
  }

  List<Operand> operands(List<Node> nodes) throws ExpressionException {
    List<Operand> operands = new ArrayList<>();
    for (Node node : nodes) {
      operands.add(operand(node));
    }
    return List.copyOf(operands);
  }

  /** Links a part from which a path goes on, which unwraps it. */
  Operand base(Node node) throws ExpressionException {
    if (node instanceof Node.Literal literal) {
      return constant(literal.value());
    }
    if (node instanceof Node.ArgumentName argument) {
      return argument(argument);
    }
    if (node instanceof Node.VariableName variable) {
      return variable(variable);
    }
    if (node instanceof Node.Path path) {
      return paths.link(path);
    }
    if (node instanceof Node.Fallback fallback) {
      return fallback(operands(fallback.operands()));
    }
    if (node instanceof Node.ListLiteral list) {
      List<Operand> elements = operands(list.elements());
      return new Operand(
          environment -> new ArrayList<>(Arrays.asList(Evaluator.values(elements, environment))),
          List.class);
    }
    if (node instanceof Node.MapLiteral map) {
      return map(map.keys(), operands(map.values()));
    }
    if (node instanceof Node.FunctionCall call) {
      int offset = call.arguments().get(0).offset();
      return call.function().link(operands(call.arguments()), new Place(source(), offset, offset));
    }
    if (node instanceof Node.StaticField field) {
      return invocation(members.staticField(types.find(field.type()), field.member()), List.of());
    }
    if (node instanceof Node.StaticCall call) {
      Class<?> type = types.find(call.type());
      List<Operand> arguments = operands(call.arguments());
      return invocation(members.staticCall(type, call.member(), arguments), arguments);
    }
    if (node instanceof Node.Construction construction) {
      Class<?> type = types.find(construction.type());
      List<Operand> arguments = operands(construction.arguments());
      int offset = construction.type().offset();
      return invocation(members.construction(type, offset, arguments), arguments);
    }
    if (node instanceof Node.AnnotationName annotation) {
      return types.annotation(annotation.type());
    }
    throw new AssertionError(node);
  }

  /** Refuses to read from an annotation that is known to be absent. */
  void requirePresent(Node.AnnotationName name, Operand annotation) throws ExpressionException {
    if (annotation.evaluator().equals(new Constant(null))) {
      throw new ExpressionException(
          signature.label()
              + " has no annotation "
              + name.type().text()
              + ", nor has its class; write annotation("
              + name.type().text()
              + ")?. where it may be absent",
          name.offset());
    }
  }

  private Operand argument(Node.ArgumentName argument) throws ExpressionException {
    int index = argument.index();
    Class<?>[] parameters = signature.method().getParameterTypes();
    if (index >= parameters.length) {
      throw new ExpressionException(
          "arg"
              + index
              + " does not exist: "
              + signature.label()
              + " has "
              + signature.parameterList(),
          argument.offset());
    }
    return new Operand(
        environment -> environment.argument(index), Conversion.boxed(parameters[index]));
  }

  private Operand variable(Node.VariableName name) throws ExpressionException {
    Variable variable = name.variable();
    if (variable == Variable.METHOD) {
      return constant(signature.method().getName());
    }
    if (variable == Variable.THIS && signature.isStatic()) {
      throw new ExpressionException(
          "this does not exist: "
              + signature.label()
              + " is static and has "
              + signature.parameterList(),
          name.offset());
    }
    if (variable == Variable.RETURN && signature.method().getReturnType() == void.class) {
      throw new ExpressionException(
          "return does not exist: " + signature.label() + " returns nothing; leave this out",
          name.offset());
    }
    Class<?> type =
        switch (variable) {
          case THIS -> signature.self();
          case RETURN -> Conversion.boxed(ResultType.of(signature.method()).value());
          case THROWN -> Throwable.class;
          case METHOD, MESSAGE, WARNING, TOOL -> String.class;
          case COUNT -> Integer.class;
          case SESSION, RUN, THREAD, INSTANCE, GLOBAL -> Object.class;
        };
    return new Operand(environment -> environment.variable(variable), type);
  }

  private static Operand invocation(Found found, List<Operand> arguments) {
    return new Operand(
        environment -> found.invoker().invoke(null, Evaluator.values(arguments, environment)),
        found.type());
  }

  private static Operand constant(@Nullable Object value) {
    return new Operand(new Constant(value), value == null ? Void.class : value.getClass());
  }

  private static Operand map(List<String> keys, List<Operand> values) {
    return new Operand(
        environment -> {
          Map<String, @Nullable Object> map = new LinkedHashMap<>();
          for (int i = 0; i < values.size(); i++) {
            map.put(keys.get(i), values.get(i).evaluator().evaluate(environment));
          }
          return map;
        },
        Map.class);
  }

  /** The static type is the one that all operands share, those that are never there aside. */
  private static Operand fallback(List<Operand> operands) {
    Set<Class<?>> types =
        operands.stream()
            .map(operand -> Conversion.unwrap(operand.type()))
            .filter(type -> type != Void.class)
            .collect(toSet());
    Class<?> shared =
        types.isEmpty() ? Void.class : types.size() == 1 ? types.iterator().next() : Object.class;
    return new Operand(
        environment -> {
          Object value = null;
          for (int i = 0; i < operands.size() && value == null; i++) {
            value = Conversion.unwrap(operands.get(i).evaluator().evaluate(environment));
          }
          return value;
        },
        shared);
  }
}
