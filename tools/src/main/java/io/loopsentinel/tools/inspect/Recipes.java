package io.loopsentinel.tools.inspect;

import java.lang.reflect.Modifier;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Type;

/**
 * Finds expressions that build an object that carries a text for the model.
 *
 * <p>A text is used as it is, and a Map is built with a literal. For other types, the static
 * factories, constructors and {@linkplain Builders builders} are compared by name, unless names are
 * obfuscated, and by their use in the application. Other parameters are filled in from the call. If
 * that is not possible, the object may be rejected and the recipe has a doubt.
 *
 * @param candidate the method whose result the object is, or is a part of
 * @param depth the number of objects of the result that enclose the object
 */
record Recipes(Types types, Uses uses, Candidate candidate, int depth) {

  static final Pattern FAILURE = Pattern.compile("error|fail|invalid|denied");

  private static final int MAX_DEPTH = 3;

  private static final Pattern TEXT =
      Pattern.compile("java\\.lang\\.(String|CharSequence|Object)|java\\.io\\.Serializable");
  private static final Pattern MAP = Pattern.compile("java\\.util\\.(\\w*Map)");
  private static final Pattern SUCCESS = Pattern.compile("success|ok|empty|none|pending");
  private static final Pattern CARRIER =
      Pattern.compile("text|content|message|result|output|error|reason|value");

  /** Names of methods that parse or look up a text and cannot carry a message. */
  private static final Pattern READS_TEXT =
      Pattern.compile(
          "^(parse|valueof|read|decode|deserialize|load|find|lookup|resolve)|from.*json");

  private static final Set<String> IDENTITY = Words.set("id key path uri url type role name");
  private static final Set<String> TOOL = Words.set("name tool");
  static final Set<String> BOOLEANS = Set.of("boolean", "java.lang.Boolean");
  private static final String PAIR = "kotlin.Pair";
  private static final Type ANY = Type.getType(Object.class);
  private static final Type STRING = Type.getType(String.class);

  /** Expressions for empty values. */
  private static final Map<String, String> EMPTY =
      Map.of(
          "java.util.List", "[]",
          "java.util.Collection", "[]",
          "java.util.Map", "{}",
          "java.util.Optional", "java.util.Optional::empty()");

  /**
   * An expression that builds an object from {@code message}.
   *
   * @param rating how likely the recipe is the right one
   * @param doubt why it may fail, or {@code null}
   */
  record Recipe(String expression, int rating, @Nullable String doubt) {

    static Recipe sure(String expression) {
      return new Recipe(expression, 0, null);
    }

    boolean isSure() {
      return doubt == null;
    }
  }

  /** Returns a recipe for the result of the candidate, if one was found. */
  Optional<Recipe> find() {
    Type value = Signatures.value(candidate.method());
    // Without a generic signature, the value type of a future is unknown.
    boolean isUnknown = Signatures.isAsynchronous(candidate.method()) && value.equals(ANY);
    return isUnknown ? Optional.empty() : build(value);
  }

  private Recipes deeper() {
    return new Recipes(types, uses, candidate, depth + 1);
  }

  private Optional<Recipe> build(Type type) {
    String name = type.getClassName();
    if (TEXT.matcher(name).matches()) {
      return Optional.of(Recipe.sure("message"));
    }
    if (MAP.matcher(name).matches()) {
      return Optional.of(Recipe.sure("{\"error\": message}"));
    }
    if (PAIR.equals(name)) {
      return depth == 0 ? pair() : Optional.empty();
    }
    TypeModel model = types.find(type);
    return model == null || model.isEnum() || depth == MAX_DEPTH
        ? Optional.empty()
        : model
            .visibleMethods()
            .flatMap(method -> recipe(model, method).stream())
            .max(Comparator.comparing(Recipe::isSure).thenComparingInt(Recipe::rating));
  }

  /** A pair of a result and its text, with types from the generic signature. */
  private Optional<Recipe> pair() {
    List<String> both =
        Signatures.arguments(candidate.method()).stream()
            .flatMap(type -> deeper().build(type).filter(Recipe::isSure).stream())
            .map(Recipe::expression)
            .toList();
    return both.size() == 2
        ? Optional.of(Recipe.sure("new " + PAIR + "(" + String.join(", ", both) + ")"))
        : Optional.empty();
  }

  private Optional<Recipe> recipe(TypeModel type, MethodModel method) {
    if (method.isStatic() && method.hasParameters()) {
      return type.isMadeBy(method) && !matches(READS_TEXT, method.name())
          ? call(method)
          : Optional.empty();
    }
    if (method.ref().isConstructor()) {
      return type.isAbstract() ? Optional.empty() : call(method);
    }
    return method.isStatic()
        ? new Builders(types, candidate).recipe(type, method)
        : Optional.empty();
  }

  /** Returns a call of a factory or constructor that takes a text or an object that holds one. */
  private Optional<Recipe> call(MethodModel method) {
    Optional<Integer> carrier =
        indices(method)
            .filter(i -> TEXT.matcher(method.parameters()[i].getClassName()).matches())
            .filter(i -> carries(method.parameterNames().get(i)))
            .max(Comparator.comparingInt(i -> carrierRating(method, i)));
    return carrier.isPresent()
        ? carriedText(method, carrier.get()).map(text -> withFillers(method, carrier.get(), text))
        : indices(method)
            .flatMap(i -> holder(method, i).map(text -> withFillers(method, i, text)).stream())
            .filter(Recipe::isSure)
            .findFirst();
  }

  private static Stream<Integer> indices(MethodModel method) {
    return IntStream.range(0, method.parameters().length).boxed();
  }

  private Recipe withFillers(MethodModel method, int carrier, Recipe text) {
    boolean isConstructor = method.ref().isConstructor();
    String type = method.ref().owner().replace('/', '.');
    String callee = isConstructor ? "new " + type : type + "::" + method.name();
    String name = isConstructor ? type.replaceFirst(".*[.$]", "") : method.name();
    List<String> arguments =
        indices(method).map(i -> i == carrier ? text.expression() : filler(method, i)).toList();
    List<Integer> unknown = indices(method).filter(i -> "null".equals(arguments.get(i))).toList();
    Optional<Integer> refused = unknown.stream().filter(i -> !mayBeNull(method, i)).findFirst();
    return new Recipe(
        callee + "(" + String.join(", ", arguments) + ")",
        (matches(FAILURE, name) ? 10 : matches(SUCCESS, name) ? -4 : 0)
            + (int) (12 * uses.failureRate(method.ref()))
            - (isConstructor ? 2 : 0)
            - (arguments.size() - 1)
            - 3 * unknown.size(),
        refused
            .map(
                i ->
                    "building the result may fail: no value is known for parameter %2$d of %1$s"
                        .formatted(callee, i + 1))
            .orElse(text.doubt()));
  }

  /** Inside another object, a text may be anything, so its name must indicate a message. */
  private boolean carries(String name) {
    return depth == 0 ? mayCarry(name) : isCarrier(name) || Words.of(name).areMeaningless();
  }

  static boolean mayCarry(String name) {
    return !Words.of(name).any(IDENTITY) || isCarrier(name);
  }

  static boolean isCarrier(String name) {
    return matches(CARRIER, name);
  }

  private int carrierRating(MethodModel method, int index) {
    return (method.parameters()[index].equals(STRING) ? 1 : 0)
        + (isCarrier(method.parameterNames().get(index)) ? 4 : 0);
  }

  /** A parameter of type {@code Object} may take a container, whose type its uses show. */
  private Optional<Recipe> carriedText(MethodModel method, int index) {
    Optional<String> container =
        method.parameters()[index].equals(ANY)
            ? uses.passedType(method.ref(), index)
            : Optional.empty();
    return container.isEmpty()
        ? Optional.of(Recipe.sure("message"))
        : deeper().build(Type.getObjectType(container.get()));
  }

  /** Returns the expression for another parameter; {@code "null"} if it is not known. */
  private String filler(MethodModel method, int index) {
    Type type = method.parameters()[index];
    String name = method.parameterNames().get(index);
    if (BOOLEANS.contains(type.getClassName())) {
      return String.valueOf(!matches(SUCCESS, name));
    }
    if (type.getSort() < Type.ARRAY) {
      return "0";
    }
    if (type.equals(STRING)) {
      return callExpression(name, candidate);
    }
    List<Type> passed = List.of(candidate.method().parameters());
    if (passed.contains(type)) {
      return "arg" + passed.indexOf(type);
    }
    return isNullableInKotlin(method, index)
        ? failureConstant(types.find(type))
        : Optional.ofNullable(EMPTY.get(type.getClassName()))
            .or(() -> part(method, index))
            .orElse("null");
  }

  private boolean mayBeNull(MethodModel method, int index) {
    return isNullableInKotlin(method, index) || uses.passesNull(method.ref(), index);
  }

  /** Kotlin's compiler checks each parameter that must not be null, and no others. */
  private static boolean isNullableInKotlin(MethodModel method, int index) {
    return method.body().calls().stream()
            .anyMatch(call -> call.callee().name().equals("checkNotNullParameter"))
        && !method.body().nullChecked().contains("arg" + index);
  }

  /**
   * Returns an expression for a part of a result: a constant or subtype named like a failure, an
   * object that repeats the text, or an empty object as the application creates it.
   */
  private Optional<String> part(MethodModel method, int index) {
    TypeModel model = types.find(method.parameters()[index]);
    if (model == null || depth == MAX_DEPTH) {
      return Optional.empty();
    }
    if (model.isEnum()) {
      return Optional.of(failureConstant(model));
    }
    if (model.isAbstract()) {
      return types.implementations(model.name()).stream()
          .filter(kind -> matches(FAILURE, kind.simpleName()))
          .sorted(Comparator.comparing(kind -> kind.words().all().size()))
          .flatMap(kind -> deeper().withoutText(kind).stream())
          .findFirst();
    }
    return holder(method, index)
        .map(Recipe::expression)
        .or(() -> model.visibleMethods().flatMap(each -> empty(model, each)).findFirst());
  }

  /** Returns a recipe for a parameter named like a carrier that holds the text or a list of it. */
  private Optional<Recipe> holder(MethodModel method, int index) {
    Type type = method.parameters()[index];
    if (depth == MAX_DEPTH
        || type.getInternalName().equals(method.ref().owner())
        || !isCarrier(method.parameterNames().get(index))
        || !holdsText()) {
      return Optional.empty();
    }
    Optional<Type> element = Signatures.element(method, index);
    return ofText(element.orElse(type))
        .map(text -> Recipe.sure(element.isEmpty() ? text : "[" + text + "]"));
  }

  private Optional<String> ofText(Type type) {
    TypeModel model = types.find(type);
    if (model == null || model.isEnum()) {
      return type.equals(STRING) ? Optional.of("message") : Optional.empty();
    }
    Stream<TypeModel> kinds =
        model.isAbstract()
            ? types.implementations(model.name()).stream()
                .filter(kind -> kind.words().all().contains("text"))
            : Stream.of(model);
    return kinds
        .flatMap(kind -> deeper().build(Type.getObjectType(kind.name())).stream())
        .filter(Recipe::isSure)
        .map(Recipe::expression)
        .findFirst();
  }

  /** Returns whether all type arguments of the method's result are texts. */
  private boolean holdsText() {
    String value = Signatures.value(candidate.method()).getInternalName();
    String signature = Objects.requireNonNullElse(candidate.method().signature(), value);
    String arguments = signature.replaceFirst(".*" + Pattern.quote(value), "");
    return Signatures.names(arguments).stream()
        .allMatch(each -> TEXT.matcher(each.replace('/', '.')).matches());
  }

  private Optional<String> withoutText(TypeModel type) {
    return type.visibleMethods()
        .filter(method -> method.ref().isConstructor())
        .map(method -> withFillers(method, -1, Recipe.sure("null")))
        .filter(Recipe::isSure)
        .max(Comparator.comparingInt(Recipe::rating))
        .map(Recipe::expression);
  }

  /** Calls a factory named {@code empty}, or passes an empty collection as the application does. */
  private Stream<String> empty(TypeModel type, MethodModel method) {
    if (method.isStatic()
        && !method.hasParameters()
        && method.name().equals("empty")
        && type.isMadeBy(method)) {
      return Stream.of(type.binaryName() + "::empty()");
    }
    return method.ref().isConstructor()
            && method.parameters().length == 1
            && uses.passesEmpty(method.ref(), 0)
        ? Stream.ofNullable(EMPTY.get(method.parameters()[0].getClassName()))
            .map(empty -> "new " + type.binaryName() + "(" + empty + ")")
        : Stream.empty();
  }

  /** Returns the expression of a call's id or tool if a name means it, or else {@code "null"}. */
  static String callExpression(String name, Candidate candidate) {
    Words words = Words.of(name);
    if (ToolShape.isCallId(words)) {
      CallLocation call = candidate.call();
      return call == null || call.id() == null ? "null" : call.id();
    }
    return words.any(TOOL) && !words.any(Sources.DEFINITION_WORDS) ? "tool" : "null";
  }

  private static String failureConstant(@Nullable TypeModel type) {
    return type == null || !type.isEnum()
        ? "null"
        : type.fields().stream()
            .filter(field -> Modifier.isStatic(field.access) && matches(FAILURE, field.name))
            .map(field -> type.binaryName() + "::" + field.name)
            .findFirst()
            .orElse("null");
  }

  static boolean matches(Pattern pattern, String name) {
    return pattern.matcher(name.toLowerCase(Locale.ROOT)).find();
  }
}
