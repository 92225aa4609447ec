package io.loopsentinel.agent.expression;

import io.loopsentinel.agent.expression.Evaluator.Operand;
import io.loopsentinel.agent.expression.MemberFinder.Found;
import io.loopsentinel.agent.expression.MemberFinder.Invoker;
import io.loopsentinel.agent.expression.Node.Name;
import io.loopsentinel.agent.expression.Node.Step;
import io.loopsentinel.agent.expression.PathEvaluator.LinkedStep;
import io.loopsentinel.agent.expression.PathEvaluator.StepEvaluator;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Links the steps of a path one after the other; the type of each is where the next one looks. */
final class PathLinker {

  /**
   * Methods that are called on an Optional itself rather than on what is in it, as in {@code
   * arg0.id().get()} copied from Java.
   */
  private static final Set<String> OPTIONAL_METHODS =
      Set.of(
          "get",
          "getAsInt",
          "getAsLong",
          "getAsDouble",
          "isPresent",
          "isEmpty",
          "orElse",
          "orElseThrow");

  /**
   * A linked step and the static type of its value.
   *
   * @param evaluator {@code null} for {@code [*]}
   */
  private record Typed(@Nullable StepEvaluator evaluator, Class<?> type) {}

  private final Linking linking;
  private final MemberFinder members;

  PathLinker(Linking linking, MemberFinder members) {
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
          step instanceof Step.Member call
              && call.arguments() != null
              && OPTIONAL_METHODS.contains(call.name().text());
      Class<?> receiver = ofOptional ? type : Conversion.unwrap(type);
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
        projected ? List.class : Conversion.unwrap(type));
  }

  private Typed link(Step step, Class<?> receiver, Place place) throws ExpressionException {
    if (step instanceof Step.Member member) {
      List<Node> arguments = member.arguments();
      List<Operand> operands = arguments == null ? null : linking.operands(arguments);
      return member(member.name(), operands, receiver, place);
    }
    if (step instanceof Step.Index index) {
      return index(index, receiver, place);
    }
    return each(receiver, place);
  }

  /**
   * Links a member of the static type, or else one of the run-time class.
   *
   * @param arguments {@code null} for a property
   */
  private Typed member(Name name, @Nullable List<Operand> arguments, Class<?> receiver, Place place)
      throws ExpressionException {
    List<Operand> operands = arguments == null ? List.of() : arguments;
    Found found = members.find(receiver, name, arguments);
    if (found != null) {
      Invoker invoker = found.invoker();
      return new Typed(
          (value, environment) -> invoker.invoke(value, Evaluator.values(operands, environment)),
          found.type());
    }
    ExpressionException missing = Problems.noMember(receiver, name, arguments);
    if (isFinal(receiver)) {
      throw missing;
    }
    if (receiver != Object.class) {
      linking.note(missing);
    }
    RuntimeMember member = new RuntimeMember(type -> members.require(type, name, arguments));
    return new Typed(
        (value, environment) ->
            member.of(value, place).invoke(value, Evaluator.values(operands, environment)),
        Object.class);
  }

  /** What is no Map, List or array is asked by {@code get(key)}, as JSON trees are. */
  private Typed index(Step.Index step, Class<?> receiver, Place place) throws ExpressionException {
    Operand key = linking.operand(step.key());
    Name get = new Name(step.offset(), "get");
    RuntimeMember.Resolver getter =
        type -> {
          Found found = members.find(type, get, List.of(key));
          if (found == null) {
            throw Problems.noIndex(type, step.offset());
          }
          return found;
        };
    if (isFinal(receiver)
        && !receiver.isArray()
        && !Map.class.isAssignableFrom(receiver)
        && !List.class.isAssignableFrom(receiver)) {
      getter.resolve(receiver);
    }
    RuntimeMember member = new RuntimeMember(getter);
    return new Typed(
        (value, environment) -> {
          Object at = Conversion.unwrap(key.evaluator().evaluate(environment));
          boolean indexed =
              value instanceof Map || value instanceof List || value.getClass().isArray();
          return indexed
              ? PathEvaluator.element(value, at, place)
              : member.of(value, place).invoke(value, new @Nullable Object[] {at});
        },
        elementType(receiver));
  }

  private static Typed each(Class<?> receiver, Place place) throws ExpressionException {
    boolean iterable =
        Iterable.class.isAssignableFrom(receiver) || Map.class.isAssignableFrom(receiver);
    if (isFinal(receiver) && !receiver.isArray() && !iterable) {
      throw new ExpressionException(place.notIterable(receiver), place.offset());
    }
    return new Typed(null, elementType(receiver));
  }

  private static Class<?> elementType(Class<?> type) {
    return type.isArray() ? Conversion.boxed(type.getComponentType()) : Object.class;
  }

  private static boolean isFinal(Class<?> type) {
    return Modifier.isFinal(type.getModifiers()) || type.isAnnotation();
  }

  /**
   * One member by the class it is read from, for members the static type does not have.
   *
   * <p>What was found is kept with the class it belongs to and refers to nothing but that class, so
   * neither the application's classes nor those of an expression that is no longer used are kept in
   * memory. (What a ClassValue computes must not refer to the ClassValue,
   * https://bugs.openjdk.org/browse/JDK-8136353.) Thread-safe.
   */
  private static final class RuntimeMember {

    /** Finds a member of a class. */
    interface Resolver {
      Found resolve(Class<?> type) throws ExpressionException;
    }

    /** What was found, or why there is nothing. */
    private record Entry(@Nullable Invoker invoker, String problem) {}

    private final ClassValue<Entry> entries;

    RuntimeMember(Resolver resolver) {
      this.entries =
          new ClassValue<>() {
            @Override
            protected Entry computeValue(Class<?> type) {
              try {
                return new Entry(resolver.resolve(type).invoker(), "");
              } catch (ExpressionException missing) {
                return new Entry(null, String.valueOf(missing.getMessage()));
              }
            }
          };
    }

    Invoker of(Object receiver, Place place) {
      Entry entry = entries.get(receiver.getClass());
      if (entry.invoker() == null) {
        throw place.missing(entry.problem());
      }
      return entry.invoker();
    }
  }
}
