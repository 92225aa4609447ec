package io.loopsentinel.agent.expression;

import io.loopsentinel.agent.async.ResultType;
import io.loopsentinel.agent.expression.MemberFinder.Found;
import io.loopsentinel.agent.expression.MemberFinder.Invoker;
import io.loopsentinel.agent.expression.Node.Step;
import io.loopsentinel.agent.expression.Operand.Constant;
import io.loopsentinel.agent.expression.PathEvaluator.LinkedStep;
import io.loopsentinel.agent.expression.Tokens.Token;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Links one expression; for one use. */
final class Linking {

  /**
   * Methods that are called on an Optional itself rather than on what is in it, as in {@code
   * arg0.id().get()} copied from Java.
   */
  private static final Pattern OPTIONAL_METHODS =
      Pattern.compile("get(AsInt|AsLong|AsDouble)?|isPresent|isEmpty|orElse(Throw)?");

  private final Expression expression;
  private final Method method;
  private final Types types;
  private final MemberFinder members;
  private final List<ExpressionException> notes = new ArrayList<>();

  Linking(Expression expression, Method method, MemberAccess access) {
    this.expression = expression;
    this.method = method;
    this.types = new Types(method);
    this.members = new MemberFinder(expression, access);
  }

  /**
   * Links it.
   *
   * @param placeholders texts of values that count as absent
   */
  LinkedExpression link(Set<String> placeholders) {
    Operand root =
        placeholders.isEmpty()
            ? expression.root().link(this)
            : without(Set.copyOf(placeholders), expression.root());
    return new LinkedExpression(expression, root, List.copyOf(notes));
  }

  /** Of a fallback each operand is looked at by itself: the next one has its turn. */
  private Operand without(Set<String> placeholders, Node node) {
    if (node instanceof Node.Fallback fallback) {
      return fallback(
          fallback.operands().stream().map(each -> without(placeholders, each)).toList());
    }
    Operand operand = node.link(this);
    return new Operand(
        operand.type(),
        environment -> {
          Object value = Conversion.unwrap(operand.evaluate(environment));
          return value == null || placeholders.contains(value.toString()) ? null : value;
        });
  }

  List<Operand> operands(List<Node> nodes) {
    return nodes.stream().map(node -> node.link(this)).toList();
  }

  /** The static type is the one that all operands share, those that are never there aside. */
  Operand fallback(List<Operand> operands) {
    List<Class<?>> known = new ArrayList<>();
    operands.forEach(operand -> known.add(Conversion.unwrap(operand.type())));
    known.removeIf(type -> type == Void.class);
    boolean isShared = known.stream().distinct().count() == 1;
    return new Operand(
        isShared ? known.get(0) : known.isEmpty() ? Void.class : Object.class,
        environment -> {
          Object value = null;
          for (int i = 0; i < operands.size() && value == null; i++) {
            value = Conversion.unwrap(operands.get(i).evaluate(environment));
          }
          return value;
        });
  }

  Operand list(List<Node> elements) {
    Invoker invoker = (none, values) -> new ArrayList<>(Arrays.asList(values));
    return invocation(new Found(List.class, invoker), operands(elements));
  }

  Operand map(Map<String, Node> entries) {
    List<String> keys = List.copyOf(entries.keySet());
    Invoker invoker =
        (none, values) -> {
          Map<String, @Nullable Object> map = new LinkedHashMap<>();
          for (int i = 0; i < values.length; i++) {
            map.put(keys.get(i), values[i]);
          }
          return map;
        };
    return invocation(new Found(Map.class, invoker), operands(List.copyOf(entries.values())));
  }

  /**
   * Links a call of a function.
   *
   * @param offset where its first argument stands
   */
  Operand call(Function function, List<Node> arguments, int offset) {
    return function.link(operands(arguments), new Place(expression, offset, offset));
  }

  /**
   * Links a static field or enum constant, or a call of a static method.
   *
   * @param arguments {@code null} for a field
   */
  Operand staticMember(Token typeName, Token name, @Nullable List<Node> arguments) {
    Class<?> type = types.find(typeName);
    List<Operand> operands = arguments == null ? null : operands(arguments);
    Found found = members.findStatic(type, name, operands);
    return invocation(found, operands == null ? List.of() : operands);
  }

  Operand construction(Token typeName, List<Node> arguments) {
    Class<?> type = types.find(typeName);
    List<Operand> operands = operands(arguments);
    return invocation(members.construction(type, typeName, operands), operands);
  }

  private static Operand invocation(Found found, List<Operand> operands) {
    return new Operand(
        found.type(),
        environment -> found.invoker().invoke(null, Operand.values(operands, environment)));
  }

  Operand annotation(Token name) {
    return types.annotation(name);
  }

  Operand argument(int index, int offset) {
    Class<?>[] parameters = method.getParameterTypes();
    if (index >= parameters.length) {
      throw new ExpressionException(
          "arg%d does not exist: %s has %s"
              .formatted(index, Linker.label(method), Linker.parameterList(method)),
          offset);
    }
    return new Operand(
        Conversion.boxed(parameters[index]), environment -> environment.argument(index));
  }

  Operand variable(Variable variable, int offset) {
    if (variable == Variable.METHOD) {
      return Operand.constant(method.getName());
    }
    if (variable == Variable.THIS && Modifier.isStatic(method.getModifiers())) {
      throw new ExpressionException(
          "this does not exist: %s is static and has %s"
              .formatted(Linker.label(method), Linker.parameterList(method)),
          offset);
    }
    if (variable == Variable.RETURN && method.getReturnType() == void.class) {
      throw new ExpressionException(
          "return does not exist: %s returns nothing; leave this out"
              .formatted(Linker.label(method)),
          offset);
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
    return new Operand(type, environment -> environment.variable(variable));
  }

  /**
   * Links the steps of a path one after the other; the type of each is where the next one looks.
   */
  Operand path(Node.Path path) {
    Operand base = path.base().link(this);
    Class<?> type = base.type();
    List<LinkedStep> steps = new ArrayList<>();
    for (Step step : path.steps()) {
      Place place = new Place(expression, path.offset(), step.offset());
      boolean ofOptional =
          step instanceof Step.Member call
              && call.arguments() != null
              && OPTIONAL_METHODS.matcher(call.name().text()).matches();
      Class<?> receiver = ofOptional ? type : Conversion.unwrap(type);
      if (receiver == Void.class) {
        throw new ExpressionException(
            "%s never has a value, so nothing can be read from it".formatted(place.before()),
            step.offset());
      }
      if (steps.isEmpty() && !step.nullSafe() && base.evaluator().equals(new Constant(null))) {
        throw new ExpressionException(
            ("%1$s has no annotation %2$s, nor has its class;"
                    + " write annotation(%2$s)?. where it may be absent")
                .formatted(Linker.label(method), receiver.getCanonicalName()),
            path.offset());
      }
      LinkedStep linked = step(step, receiver, ofOptional, place);
      steps.add(linked);
      type = linked.found().type();
    }
    boolean projected = steps.stream().anyMatch(LinkedStep::isEach);
    Class<?> unwrapped = projected ? List.class : Conversion.unwrap(type);
    return steps.isEmpty() && type == unwrapped && type != Object.class
        ? base
        : new Operand(unwrapped, new PathEvaluator(base, List.copyOf(steps)));
  }

  private LinkedStep step(Step step, Class<?> receiver, boolean ofOptional, Place place) {
    List<Operand> arguments = List.of();
    Found found;
    if (step instanceof Step.Member member) {
      List<Operand> operands = member.arguments() == null ? null : operands(member.arguments());
      found = member(receiver, member.name(), operands, place);
      arguments = operands == null ? List.of() : operands;
    } else if (step instanceof Step.Index index) {
      arguments = operands(List.of(index.key()));
      found = index(receiver, arguments, place);
    } else {
      found = each(receiver, place);
    }
    return new LinkedStep(step, found, arguments, ofOptional, place);
  }

  /**
   * Links a member of the static type, or else one of the run-time class.
   *
   * @param arguments {@code null} for a property
   */
  private Found member(
      Class<?> receiver, Token name, @Nullable List<Operand> arguments, Place place) {
    Found found = members.find(receiver, name, arguments);
    if (found != null) {
      return found;
    }
    ExpressionException missing = MemberFinder.noMember(receiver, name, arguments != null);
    if (isFinal(receiver)) {
      throw missing;
    }
    if (receiver != Object.class) {
      notes.add(missing);
    }
    return new Found(
        Object.class, ofRuntimeClass(type -> members.require(type, name, arguments), place));
  }

  /** What is no Map, List or array is asked by {@code get(key)}, as JSON trees are. */
  private Found index(Class<?> receiver, List<Operand> key, Place place) {
    Token get = new Token("get", place.offset(), null);
    java.util.function.Function<Class<?>, Found> finder =
        type -> {
          Found found = members.find(type, get, key);
          if (found == null) {
            throw new ExpressionException(
                "a %s takes no [ ]: it is no Map, List or array and has no method get(key)"
                    .formatted(type.getTypeName()),
                place.offset());
          }
          return found;
        };
    if (isFinal(receiver)
        && !receiver.isArray()
        && !Map.class.isAssignableFrom(receiver)
        && !List.class.isAssignableFrom(receiver)) {
      finder.apply(receiver);
    }
    Invoker getter = ofRuntimeClass(finder, place);
    return new Found(
        elementType(receiver),
        (value, keys) ->
            value instanceof Map || value instanceof List || value.getClass().isArray()
                ? PathEvaluator.element(value, keys[0], place)
                : getter.invoke(value, keys));
  }

  private static Found each(Class<?> receiver, Place place) {
    boolean iterable =
        Iterable.class.isAssignableFrom(receiver) || Map.class.isAssignableFrom(receiver);
    if (isFinal(receiver) && !receiver.isArray() && !iterable) {
      throw new ExpressionException(place.notIterable(receiver), place.offset());
    }
    return new Found(elementType(receiver), (value, none) -> value);
  }

  private static Class<?> elementType(Class<?> type) {
    return type.isArray() ? Conversion.boxed(type.getComponentType()) : Object.class;
  }

  private static boolean isFinal(Class<?> type) {
    return Modifier.isFinal(type.getModifiers()) || type.isAnnotation();
  }

  /**
   * Returns what finds a member in the class of each value, once per class.
   *
   * <p>What was found is kept with the class it belongs to and refers to nothing but that class, so
   * neither the application's classes nor those of an expression that is no longer used are kept in
   * memory. (What a ClassValue computes must not refer to the ClassValue,
   * https://bugs.openjdk.org/browse/JDK-8136353.)
   */
  private static Invoker ofRuntimeClass(
      java.util.function.Function<Class<?>, Found> finder, Place place) {
    ClassValue<Invoker> invokers =
        new ClassValue<>() {
          @Override
          protected Invoker computeValue(Class<?> type) {
            try {
              return finder.apply(type).invoker();
            } catch (ExpressionException missing) {
              return failing(place, String.valueOf(missing.getMessage()));
            }
          }
        };
    return (value, arguments) -> invokers.get(value.getClass()).invoke(value, arguments);
  }

  private static Invoker failing(Place place, String problem) {
    return (value, arguments) -> {
      throw place.missing(problem);
    };
  }
}
