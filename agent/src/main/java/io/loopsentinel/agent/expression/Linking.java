package io.loopsentinel.agent.expression;

import io.loopsentinel.agent.expression.Evaluator.Constant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Links one expression; for one use. */
final class Linking {

  private final Expression expression;
  private final Signature signature;
  private final TypeNames types;
  private final StaticMembers statics;
  private final PathLinker paths;
  private final List<ExpressionException> notes = new ArrayList<>();

  Linking(Expression expression, Signature signature, MemberAccess access) {
    this.expression = expression;
    this.signature = signature;
    Handles handles = new Handles(access);
    this.types = new TypeNames(signature.method().getDeclaringClass());
    this.statics = new StaticMembers(handles);
    this.paths = new PathLinker(this, new InstanceMembers(handles));
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
        new Evaluator.NoPlaceholder(operand.evaluator(), placeholders), operand.type());
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
    Class<?> unwrapped = Optionals.unwrap(operand.type());
    return isRead && (operand.type() == Object.class || operand.type() != unwrapped)
        ? new Operand(new Evaluator.Unwrapped(operand.evaluator()), unwrapped)
        : operand;
  }

  List<Operand> operands(List<Node> nodes) throws ExpressionException {
    List<Operand> operands = new ArrayList<>();
    for (Node node : nodes) {
      operands.add(operand(node));
    }
    return operands;
  }

  /** Links a part from which a path goes on, which unwraps it. */
  Operand base(Node node) throws ExpressionException {
    if (node instanceof Node.Literal literal) {
      return constant(literal.value());
    }
    if (node instanceof Node.ArgumentName argument) {
      return Inputs.argument(argument, signature);
    }
    if (node instanceof Node.VariableName variable) {
      return Inputs.variable(variable, signature);
    }
    if (node instanceof Node.Path path) {
      return paths.link(path);
    }
    if (node instanceof Node.Fallback fallback) {
      return fallback(operands(fallback.operands()));
    }
    if (node instanceof Node.ListLiteral list) {
      return new Operand(new Evaluator.NewList(evaluators(operands(list.elements()))), List.class);
    }
    if (node instanceof Node.MapLiteral map) {
      List<Evaluator> values = evaluators(operands(map.values()));
      return new Operand(new Evaluator.NewMap(List.copyOf(map.keys()), values), Map.class);
    }
    if (node instanceof Node.FunctionCall call) {
      return Functions.link(call, operands(call.arguments()), source());
    }
    return ofType(node);
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

  private Operand ofType(Node node) throws ExpressionException {
    if (node instanceof Node.StaticField field) {
      Resolved found = statics.field(types.find(field.type()), field.member());
      return new Operand(new Invocation.StaticRead(found.handle()), found.type());
    }
    if (node instanceof Node.StaticCall call) {
      Class<?> type = types.find(call.type());
      List<Operand> arguments = operands(call.arguments());
      return invocation(statics.call(type, call.member(), arguments), arguments);
    }
    if (node instanceof Node.Construction construction) {
      Class<?> type = types.find(construction.type());
      List<Operand> arguments = operands(construction.arguments());
      int offset = construction.type().offset();
      return invocation(statics.construction(type, offset, arguments), arguments);
    }
    if (node instanceof Node.AnnotationName annotation) {
      Class<?> type = types.find(annotation.type());
      return Annotations.find(type, signature, annotation.type().offset());
    }
    throw new AssertionError(node);
  }

  private static Operand invocation(Resolved found, List<Operand> arguments) {
    return new Operand(new Invocation(found.handle(), evaluators(arguments)), found.type());
  }

  private static Operand constant(@Nullable Object value) {
    return new Operand(new Constant(value), value == null ? Void.class : value.getClass());
  }

  /** The static type is the one that all operands share, those that are never there aside. */
  private static Operand fallback(List<Operand> operands) {
    Set<Class<?>> types = new HashSet<>();
    for (Operand operand : operands) {
      types.add(Optionals.unwrap(operand.type()));
    }
    types.remove(Void.class);
    Class<?> shared =
        types.isEmpty() ? Void.class : types.size() == 1 ? types.iterator().next() : Object.class;
    return new Operand(new Evaluator.FirstPresent(evaluators(operands)), shared);
  }

  static List<Evaluator> evaluators(List<Operand> operands) {
    return operands.stream().map(Operand::evaluator).toList();
  }
}
