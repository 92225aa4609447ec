package io.loopsentinel.targets.expression;

import static java.util.Objects.requireNonNull;

import io.loopsentinel.targets.expression.MemberFinder.Found;
import io.loopsentinel.targets.expression.MemberFinder.Invoker;
import io.loopsentinel.targets.expression.Node.Step;
import io.loopsentinel.targets.expression.Operand.Constant;
import io.loopsentinel.targets.expression.PathEvaluator.LinkedStep;
import io.loopsentinel.targets.expression.Tokens.Token;
import io.loopsentinel.targets.result.ResultType;
import java.lang.ref.WeakReference;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Links one expression. For one use.
 *
 * @param notes receives problems that may turn out to be none when the expression is evaluated
 * @param warnings receives ambiguities
 */
record Linking(
    Expression expression,
    Method method,
    Types types,
    MemberFinder members,
    List<ExpressionException> notes,
    List<ExpressionException> warnings) {

  /**
   * Methods that are called on an Optional itself instead of on its value, as in {@code
   * arg0.id().get()} copied from Java.
   */
  private static final Pattern OPTIONAL_METHODS =
      Pattern.compile("get(AsInt|AsLong|AsDouble)?|isPresent|isEmpty|orElse(Throw)?");

  /** Links the expression; values whose text is a placeholder become null. */
  LinkedExpression link(Set<String> placeholders) {
    Node node = expression.root();
    Operand root =
        placeholders.isEmpty()
            ? node.link(this)
            : linkWithoutPlaceholders(Set.copyOf(placeholders), node);
    return new LinkedExpression(
        expression, root.type(), List.copyOf(notes), List.copyOf(warnings), root.evaluator());
  }

  /** Makes each operand of a fallback null separately, so that the next one is evaluated. */
  private Operand linkWithoutPlaceholders(Set<String> placeholders, Node node) {
    if (node instanceof Node.Fallback fallback) {
      return fallback(
          fallback.operands().stream()
              .map(each -> linkWithoutPlaceholders(placeholders, each))
              .toList());
    }
    Operand operand = node.link(this);
    return new Operand(
        operand.staticType(),
        environment -> {
          Object value = Conversion.unwrap(operand.evaluate(environment));
          return value == null || placeholders.contains(value.toString()) ? null : value;
        });
  }

  List<Operand> operands(List<Node> nodes) {
    return nodes.stream().map(node -> node.link(this)).toList();
  }

  private @Nullable List<Operand> operandsIfAny(@Nullable List<Node> nodes) {
    return nodes == null ? null : operands(nodes);
  }

  /** Links a fallback. Its static type is common to all operands that are not always null. */
  Operand fallback(List<Operand> operands) {
    StaticType type = StaticType.of(Void.class);
    for (Operand operand : operands) {
      type = type.common(operand.staticType().unwrapped());
    }
    return new Operand(
        type,
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

  /** Links a static field, or a static method call if there are arguments. */
  Operand staticMember(Token typeName, Token name, @Nullable List<Node> arguments) {
    Class<?> type = types.find(typeName);
    List<Operand> operands = operandsIfAny(arguments);
    return invocation(members.findStatic(type, name, operands), operands);
  }

  Operand classLiteral(Token typeName) {
    Class<?> type = types.find(typeName);
    return new Operand(
        new StaticType(Class.class, List.of(StaticType.of(type))), new Constant(type));
  }

  Operand construction(Token typeName, List<Node> arguments) {
    Class<?> type = types.find(typeName);
    List<Operand> operands = operands(arguments);
    return invocation(members.construction(type, typeName, operands), operands);
  }

  private static Operand invocation(Found found, @Nullable List<Operand> operands) {
    return new Operand(
        found.type(),
        environment -> found.invoker().invoke(null, Operand.values(operands, environment)));
  }

  Operand argument(int index, Token word) {
    Class<?>[] parameters = method.getParameterTypes();
    if (index >= parameters.length) {
      throw missing(word, "has " + Linker.parameterList(method));
    }
    return new Operand(
        StaticType.ofSignature(() -> method.getGenericParameterTypes()[index], parameters[index]),
        environment -> environment.argument(index));
  }

  Operand variable(Variable variable, Token word) {
    if (variable == Variable.METHOD) {
      return Operand.constant(method.getName());
    }
    if (variable == Variable.THIS && Modifier.isStatic(method.getModifiers())) {
      throw missing(word, "is static and has " + Linker.parameterList(method));
    }
    if (variable == Variable.RETURN && method.getReturnType() == void.class) {
      throw missing(word, "returns nothing; leave this out");
    }
    StaticType type =
        switch (variable) {
          case THIS -> StaticType.of(method.getDeclaringClass());
          case RETURN -> resultType();
          case THROWN -> StaticType.of(Throwable.class);
          case METHOD, MESSAGE, WARNING, TOOL -> StaticType.of(String.class);
          case COUNT -> StaticType.of(Integer.class);
          case EARLIER, SESSION, RUN, THREAD, INSTANCE, GLOBAL -> StaticType.UNKNOWN;
        };
    return new Operand(type, environment -> environment.variable(variable));
  }

  private StaticType resultType() {
    ResultType result = ResultType.of(method);
    StaticType item = StaticType.ofSignature(result::itemType, result.item());
    return result.value() == result.item()
        ? item
        : result.value() == List.class ? item.list() : StaticType.UNKNOWN;
  }

  private ExpressionException missing(Token word, String reason) {
    return word.problem(
        "%s does not exist: %s %s".formatted(word.text(), Linker.label(method), reason));
  }

  /** Links the steps of a path in order; each is looked up in the type of the one before. */
  Operand path(Node.Path path) {
    Operand base = path.base().link(this);
    StaticType type = base.staticType();
    List<LinkedStep> steps = new ArrayList<>();
    for (Step step : path.steps()) {
      Place place = new Place(expression, path.offset(), step.offset());
      Token name = step.name();
      boolean onOptional =
          name != null
              && step.arguments() != null
              && OPTIONAL_METHODS.matcher(name.text()).matches();
      StaticType receiver = onOptional ? type : type.unwrapped();
      if (receiver.raw() == Void.class) {
        throw new ExpressionException(
            "%s never has a value, so nothing can be read from it".formatted(place.before()),
            step.offset());
      }
      List<Operand> arguments = operandsIfAny(step.arguments());
      Found found =
          name != null
              ? member(receiver, name, arguments, place)
              : arguments != null ? index(receiver, arguments, place) : projection(receiver, place);
      steps.add(new LinkedStep(step, found, arguments, onOptional, place));
      type = found.type();
    }
    boolean projected = path.steps().stream().anyMatch(Step::isEach);
    StaticType unwrapped = projected ? type.unwrapped().list() : type.unwrapped();
    return steps.isEmpty() && !type.isOptional() && type.raw() != Object.class
        ? base
        : new Operand(unwrapped, new PathEvaluator(base, List.copyOf(steps)));
  }

  /** Links a member of the static type, or else one of the run-time class. */
  private Found member(
      StaticType receiver, Token name, @Nullable List<Operand> arguments, Place place) {
    Found found = members.find(receiver, name, arguments);
    if (found != null) {
      if (arguments == null) {
        MemberFinder.ambiguity(receiver.raw(), name).ifPresent(warnings::add);
      }
      return found;
    }
    ExpressionException missing = MemberFinder.noMember(receiver.raw(), name, arguments != null);
    if (isFinal(receiver.raw())) {
      throw missing;
    }
    if (receiver.raw() != Object.class) {
      notes.add(missing);
    }
    return new Found(
        Object.class,
        runtimeLookup(
            name, arguments, place, type -> MemberFinder.noMember(type, name, arguments != null)));
  }

  /** Links an index. Objects other than Map, List or array, as JSON trees, are read by get(key). */
  private Found index(StaticType receiver, List<Operand> key, Place place) {
    Token get = new Token("get", place.offset(), null);
    Class<?> raw = receiver.raw();
    boolean isContainer =
        raw.isArray() || Map.class.isAssignableFrom(raw) || List.class.isAssignableFrom(raw);
    if (!isContainer && isFinal(raw) && members.find(receiver, get, key) == null) {
      throw noIndex(raw, get);
    }
    Invoker getter = runtimeLookup(get, key, place, type -> noIndex(type, get));
    return new Found(
        isContainer ? receiver.element() : StaticType.UNKNOWN,
        (value, keys) ->
            value instanceof Map
                    || value instanceof List
                    || requireNonNull(value).getClass().isArray()
                ? PathEvaluator.element(value, keys[0], place)
                : getter.invoke(value, keys));
  }

  private static ExpressionException noIndex(Class<?> type, Token get) {
    return get.problem(
        "a %s does not support [ ]: it is not a Map, List or array and has no method get(key)"
            .formatted(type.getTypeName()));
  }

  private static Found projection(StaticType receiver, Place place) {
    Class<?> raw = receiver.raw();
    boolean iterable =
        raw.isArray() || Iterable.class.isAssignableFrom(raw) || Map.class.isAssignableFrom(raw);
    if (isFinal(raw) && !iterable) {
      throw new ExpressionException(place.notIterable(raw), place.offset());
    }
    return new Found(receiver.element(), (value, none) -> value);
  }

  private static boolean isFinal(Class<?> type) {
    return Modifier.isFinal(type.getModifiers());
  }

  /**
   * Returns an invoker that looks up the member in the class of each value, once per class and
   * garbage collection.
   *
   * <p>The result refers to the class. It is held weakly so that the class can be unloaded, and not
   * stored with the class, which may outlive the agent.
   */
  private Invoker runtimeLookup(
      Token name,
      @Nullable List<Operand> arguments,
      Place place,
      java.util.function.Function<Class<?>, ExpressionException> missing) {
    Map<Class<?>, WeakReference<Invoker>> known = Collections.synchronizedMap(new WeakHashMap<>());
    return (value, values) -> {
      Class<?> type = requireNonNull(value).getClass();
      WeakReference<Invoker> reference = known.get(type);
      Invoker invoker = reference == null ? null : reference.get();
      if (invoker == null) {
        invoker = find(type, name, arguments, place, missing);
        known.put(type, new WeakReference<>(invoker));
      }
      return invoker.invoke(value, values);
    };
  }

  private Invoker find(
      Class<?> type,
      Token name,
      @Nullable List<Operand> arguments,
      Place place,
      java.util.function.Function<Class<?>, ExpressionException> missing) {
    try {
      Found found = members.find(StaticType.of(type), name, arguments);
      return found == null ? failing(place, missing.apply(type)) : found.invoker();
    } catch (ExpressionException unfit) {
      return failing(place, unfit);
    }
  }

  private static Invoker failing(Place place, ExpressionException problem) {
    String message = String.valueOf(problem.getMessage());
    return (value, arguments) -> {
      throw place.problem(message, true);
    };
  }
}
