package io.loopsentinel.agent.expression;

import io.loopsentinel.agent.expression.Node.Step;
import io.loopsentinel.agent.expression.PathEvaluator.LinkedStep;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Links the steps of a path one after the other; the type of each is where the next one looks. */
final class PathLinker {

  /** A linked step and the static type of its value. */
  private record Typed(@Nullable StepEvaluator evaluator, Class<?> type) {}

  private final Linking linking;
  private final InstanceMembers members;

  PathLinker(Linking linking, InstanceMembers members) {
    this.linking = linking;
    this.members = members;
  }

  Operand link(Node.Path path) throws ExpressionException {
    Operand base = linking.base(path.base());
    if (path.base() instanceof Node.AnnotationName name && !path.steps().get(0).nullSafe()) {
      linking.requirePresent(name, base);
    }
    Class<?> type = base.type();
    boolean projected = false;
    List<LinkedStep> steps = new ArrayList<>();
    for (Step step : path.steps()) {
      Place place = new Place(linking.source(), path.offset(), step.offset());
      boolean ofOptional =
          step instanceof Step.Call call && Optionals.isOwnMethod(call.member().text());
      Class<?> receiver = ofOptional ? type : Optionals.unwrap(type);
      if (receiver == Void.class) {
        throw new ExpressionException(
            place.before() + " never has a value, so nothing can be read from it", step.offset());
      }
      Typed linked = link(step, receiver, place);
      steps.add(new LinkedStep(linked.evaluator(), step.nullSafe(), ofOptional, place));
      type = linked.type();
      projected |= step instanceof Step.Each;
    }
    return new Operand(
        new PathEvaluator(base.evaluator(), List.copyOf(steps)),
        projected ? List.class : Optionals.unwrap(type));
  }

  private Typed link(Step step, Class<?> receiver, Place place) throws ExpressionException {
    if (step instanceof Step.Property property) {
      return property(property, receiver, place);
    }
    if (step instanceof Step.Call call) {
      return call(call, receiver, place);
    }
    if (step instanceof Step.Index index) {
      return index(index, receiver, place);
    }
    return each(receiver, place);
  }

  private Typed property(Step.Property step, Class<?> receiver, Place place)
      throws ExpressionException {
    Resolved found = members.property(receiver, step.member());
    if (found != null) {
      return new Typed(new StepEvaluator.Read(found.handle()), found.type());
    }
    deferToRuntime(receiver, Problems.noProperty(receiver, step.member()));
    RuntimeMembers atRuntime =
        new RuntimeMembers(
            type ->
                found(
                    members.property(type, step.member()),
                    () -> Problems.noProperty(type, step.member())));
    return new Typed(new StepEvaluator.RuntimeRead(atRuntime, place), Object.class);
  }

  private Typed call(Step.Call step, Class<?> receiver, Place place) throws ExpressionException {
    List<Operand> arguments = linking.operands(step.arguments());
    List<Evaluator> evaluators = Linking.evaluators(arguments);
    Resolved found = members.call(receiver, step.member(), arguments);
    if (found != null) {
      return new Typed(
          arguments.isEmpty()
              ? new StepEvaluator.Read(found.handle())
              : new StepEvaluator.Call(found.handle(), evaluators),
          found.type());
    }
    deferToRuntime(receiver, Problems.noMethod(receiver, step.member()));
    RuntimeMembers atRuntime =
        new RuntimeMembers(
            type ->
                found(
                    members.call(type, step.member(), arguments),
                    () -> Problems.noMethod(type, step.member())));
    return new Typed(
        arguments.isEmpty()
            ? new StepEvaluator.RuntimeRead(atRuntime, place)
            : new StepEvaluator.RuntimeCall(atRuntime, evaluators, place),
        Object.class);
  }

  private Typed index(Step.Index step, Class<?> receiver, Place place) throws ExpressionException {
    Operand key = linking.operand(step.key());
    Node.MemberName get = new Node.MemberName(step.offset(), "get");
    RuntimeMembers.Resolver getter =
        type ->
            found(
                members.call(type, get, List.of(key)), () -> Problems.noIndex(type, step.offset()));
    if (isFinal(receiver) && !receiver.isArray() && !isMapOrList(receiver)) {
      getter.resolve(receiver);
    }
    return new Typed(
        new IndexEvaluator(key.evaluator(), new RuntimeMembers(getter), place),
        receiver.isArray() ? Conversion.boxed(receiver.getComponentType()) : Object.class);
  }

  private static Typed each(Class<?> receiver, Place place) throws ExpressionException {
    boolean iterable =
        Iterable.class.isAssignableFrom(receiver) || Map.class.isAssignableFrom(receiver);
    if (isFinal(receiver) && !receiver.isArray() && !iterable) {
      throw new ExpressionException(
          place.before()
              + " is a "
              + receiver.getTypeName()
              + "; [*] takes a collection, a Map or an array",
          place.offset());
    }
    return new Typed(
        null, receiver.isArray() ? Conversion.boxed(receiver.getComponentType()) : Object.class);
  }

  /** Refuses where no subclass can have the member; elsewhere leaves word for the user. */
  private void deferToRuntime(Class<?> type, ExpressionException problem)
      throws ExpressionException {
    if (isFinal(type)) {
      throw problem;
    }
    if (type != Object.class) {
      linking.note(problem);
    }
  }

  private static Resolved found(@Nullable Resolved resolved, Supplier<ExpressionException> problem)
      throws ExpressionException {
    if (resolved == null) {
      throw problem.get();
    }
    return resolved;
  }

  private static boolean isFinal(Class<?> type) {
    return Modifier.isFinal(type.getModifiers()) || type.isAnnotation();
  }

  private static boolean isMapOrList(Class<?> type) {
    return Map.class.isAssignableFrom(type) || List.class.isAssignableFrom(type);
  }
}
