package io.loopsentinel.agent.expression;

import static java.util.stream.Collectors.toSet;

import io.loopsentinel.agent.async.ResultType;
import io.loopsentinel.agent.expression.Evaluator.Constant;
import io.loopsentinel.agent.expression.Evaluator.Operand;
import io.loopsentinel.agent.expression.MemberFinder.Found;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
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
  private final Method method;
  private final Types types;
  private final MemberFinder members;
  private final PathLinker paths;
  private final List<ExpressionException> notes = new ArrayList<>();

  Linking(Expression expression, Method method, MemberAccess access) {
    this.expression = expression;
    this.method = method;
    this.types = new Types(method);
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
            || (node instanceof Node.StaticMember member && member.arguments() == null);
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
    if (node instanceof Node.StaticMember member) {
      Class<?> type = types.find(member.type());
      List<Operand> arguments = member.arguments() == null ? null : operands(member.arguments());
      return invocation(members.findStatic(type, member.member(), arguments), arguments);
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
          ("%1$s has no annotation %2$s, nor has its class;"
                  + " write annotation(%2$s)?. where it may be absent")
              .formatted(label(method), name.type().text()),
          name.offset());
    }
  }

  private Operand argument(Node.ArgumentName argument) throws ExpressionException {
    int index = argument.index();
    Class<?>[] parameters = method.getParameterTypes();
    if (index >= parameters.length) {
      throw new ExpressionException(
          "arg%d does not exist: %s has %s"
              .formatted(index, label(method), Linker.parameterList(method)),
          argument.offset());
    }
    return new Operand(
        environment -> environment.argument(index), Conversion.boxed(parameters[index]));
  }

  private Operand variable(Node.VariableName name) throws ExpressionException {
    Variable variable = name.variable();
    if (variable == Variable.METHOD) {
      return constant(method.getName());
    }
    if (variable == Variable.THIS && Modifier.isStatic(method.getModifiers())) {
      throw new ExpressionException(
          "this does not exist: %s is static and has %s"
              .formatted(label(method), Linker.parameterList(method)),
          name.offset());
    }
    if (variable == Variable.RETURN && method.getReturnType() == void.class) {
      throw new ExpressionException(
          "return does not exist: %s returns nothing; leave this out".formatted(label(method)),
          name.offset());
    }
    Class<?> type =
        switch (variable) {
          case THIS -> method.getDeclaringClass();
          case RETURN -> Conversion.boxed(ResultType.of(method).value());
          case THROWN -> Throwable.class;
          case METHOD, MESSAGE, WARNING, TOOL -> String.class;
          case COUNT -> Integer.class;
          case SESSION, RUN, THREAD, INSTANCE, GLOBAL -> Object.class;
        };
    return new Operand(environment -> environment.variable(variable), type);
  }

  /** Returns a method as it is called in messages: class and name. */
  static String label(Method method) {
    return method.getDeclaringClass().getName() + "." + method.getName();
  }

  private static Operand invocation(Found found, @Nullable List<Operand> arguments) {
    List<Operand> operands = arguments == null ? List.of() : arguments;
    return new Operand(
        environment -> found.invoker().invoke(null, Evaluator.values(operands, environment)),
        found.type());
  }

  private static Operand constant(@Nullable Object value) {
    return new Operand(new Constant(value), value == null ? Void.class : value.getClass());
  }

  private static Operand map(List<String> keys, List<Operand> operands) {
    return new Operand(
        environment -> {
          @Nullable Object[] values = Evaluator.values(operands, environment);
          Map<String, @Nullable Object> map = new LinkedHashMap<>();
          for (int i = 0; i < values.length; i++) {
            map.put(keys.get(i), values[i]);
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
