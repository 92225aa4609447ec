package io.loopsentinel.agent.command.inspect;

import java.lang.reflect.Modifier;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Type;

/**
 * Finds out how an object of a type is built that carries a text for the model.
 *
 * <p>Text is itself, a Map is a literal. For a type of the application its static factories,
 * constructors and builder are compared: by their names as long as there are any, and by how the
 * application uses them. What else they take is filled in from the call; where it cannot be, the
 * object may be refused, and the recipe says so.
 */
final class Recipes {

  private static final int DEEPEST = 3;

  private static final Pattern TEXT =
      Pattern.compile("java\\.lang\\.(String|CharSequence|Object)|java\\.io\\.Serializable");
  private static final Pattern MAP = Pattern.compile("java\\.util\\.(\\w*Map)");
  private static final Pattern FAILURE = Pattern.compile("error|fail|invalid|denied");
  private static final Pattern SUCCESS = Pattern.compile("success|ok|empty|none|pending");
  private static final Pattern CARRIER =
      Pattern.compile("text|content|message|result|output|error|reason|value");

  /** What takes a text to read it, and would not know what to make of a message. */
  private static final Pattern READS_TEXT =
      Pattern.compile(
          "^(parse|valueof|read|decode|deserialize|load|find|lookup|resolve)|from.*json");

  private static final Set<String> IDENTITY = Words.set("id key path uri url type role name");
  private static final Set<String> TOOL = Words.set("name tool");
  private static final Set<String> BOOLEANS = Set.of("boolean", "java.lang.Boolean");
  private static final String PAIR = "kotlin.Pair";
  private static final Type ANY = Type.getType(Object.class);
  private static final Type STRING = Type.getType(String.class);

  /** Literals of what may be empty. */
  private static final Map<String, String> EMPTY =
      Map.of(
          "java.util.List", "[]",
          "java.util.Collection", "[]",
          "java.util.Map", "{}",
          "java.util.Optional", "java.util.Optional::empty()");

  /**
   * An expression that builds an object from {@code message}.
   *
   * @param rating how likely it is the one
   * @param doubt why it may fail; {@code null} where it does not
   */
  record Recipe(String expression, int rating, @Nullable String doubt) {}

  private final Types types;
  private final Uses uses;

  Recipes(Types types, Uses uses) {
    this.types = types;
    this.uses = uses;
  }

  /** Returns how to build the result of a candidate; empty where nothing was found. */
  Optional<Recipe> of(Candidate candidate) {
    Type value = Signatures.value(candidate.method());
    // Of what comes later nothing is known where the generic signature is gone.
    boolean isUnknown = Signatures.comesLater(candidate.method()) && value.equals(ANY);
    return isUnknown ? Optional.empty() : build(value, candidate, 0);
  }

  private Optional<Recipe> build(Type type, Candidate candidate, int depth) {
    String name = type.getClassName();
    if (TEXT.matcher(name).matches()) {
      return Optional.of(new Recipe("message", 0, null));
    }
    if (MAP.matcher(name).matches()) {
      return Optional.of(new Recipe("{\"error\": message}", 0, null));
    }
    if (PAIR.equals(name)) {
      return pair(candidate, depth);
    }
    TypeModel model = model(type);
    return model == null || model.isEnum() || depth == DEEPEST
        ? Optional.empty()
        : model.methods().stream()
            .filter(method -> !method.isPrivate() && !method.isSynthetic())
            .flatMap(method -> recipe(model, method, candidate, depth).stream())
            .max(
                Comparator.comparing((Recipe recipe) -> recipe.doubt() == null)
                    .thenComparingInt(Recipe::rating));
  }

  /** A pair of a result and its text, as the method's signature tells. */
  private Optional<Recipe> pair(Candidate candidate, int depth) {
    List<Optional<Recipe>> both =
        Signatures.arguments(candidate.method()).stream()
            .map(
                type ->
                    PAIR.equals(type.getClassName())
                        ? Optional.<Recipe>empty()
                        : build(type, candidate, depth + 1))
            .toList();
    return both.size() == 2
            && both.stream().allMatch(each -> each.filter(r -> r.doubt() == null).isPresent())
        ? Optional.of(
            new Recipe(
                both.stream()
                    .flatMap(Optional::stream)
                    .map(Recipe::expression)
                    .collect(Collectors.joining(", ", "new " + PAIR + "(", ")")),
                0,
                null))
        : Optional.empty();
  }

  private Optional<Recipe> recipe(
      TypeModel type, MethodModel method, Candidate candidate, int depth) {
    boolean makes = method.result().equals(Type.getObjectType(type.name()));
    if (method.isStatic() && makes && method.hasParameters()) {
      return has(READS_TEXT, method.name())
          ? Optional.empty()
          : call(method, type.binaryName() + "::" + method.name(), method.name(), candidate, depth);
    }
    if (method.ref().isConstructor() && !type.isAbstract()) {
      return call(method, "new " + type.binaryName(), type.simpleName(), candidate, depth)
          .map(recipe -> new Recipe(recipe.expression, recipe.rating - 2, recipe.doubt));
    }
    return method.isStatic() && !method.hasParameters()
        ? builder(type, method, candidate)
        : Optional.empty();
  }

  /** A call of a factory or constructor, if it takes a text, or what holds one. */
  private Optional<Recipe> call(
      MethodModel method, String callee, String name, Candidate candidate, int depth) {
    int count = method.parameters().length;
    int carrier =
        IntStream.range(0, count)
            .filter(i -> TEXT.matcher(method.parameters()[i].getClassName()).matches())
            .filter(i -> mayCarry(method.parameterNames().get(i), depth))
            .boxed()
            .max(Comparator.comparingInt(i -> carrierRating(method, i)))
            .orElse(-1);
    return carrier < 0
        ? IntStream.range(0, count)
            .boxed()
            .flatMap(
                i ->
                    holder(method, i, candidate, depth).stream()
                        .map(text -> filled(method, callee, name, candidate, i, text, depth)))
            .filter(recipe -> recipe.doubt() == null)
            .findFirst()
        : carried(method, carrier, candidate, depth)
            .map(text -> filled(method, callee, name, candidate, carrier, text, depth));
  }

  private Recipe filled(
      MethodModel method,
      String callee,
      String name,
      Candidate candidate,
      int carrier,
      Recipe text,
      int depth) {
    List<String> arguments =
        IntStream.range(0, method.parameters().length)
            .mapToObj(i -> i == carrier ? text.expression() : filler(method, i, candidate, depth))
            .toList();
    List<Integer> unknown =
        IntStream.range(0, arguments.size())
            .filter(i -> "null".equals(arguments.get(i)))
            .boxed()
            .toList();
    Optional<Integer> refused = unknown.stream().filter(i -> !mayBeNull(method, i)).findFirst();
    return new Recipe(
        callee + "(" + String.join(", ", arguments) + ")",
        (has(FAILURE, name) ? 10 : has(SUCCESS, name) ? -4 : 0)
            + (int) (12 * uses.failures(method.ref()))
            - (arguments.size() - 1)
            - 3 * unknown.size(),
        refused
            .map(
                i ->
                    "result may not be built: it is not known what "
                        + callee
                        + " wants for its parameter "
                        + (i + 1))
            .orElse(text.doubt()));
  }

  /** Within another object a text may be anything, so that its name has to say that it is one. */
  private static boolean mayCarry(String name, int depth) {
    return depth == 0 ? mayCarry(name) : has(CARRIER, name) || Words.of(name).areMeaningless();
  }

  private static boolean mayCarry(String name) {
    return !Words.of(name).any(IDENTITY) || has(CARRIER, name);
  }

  private int carrierRating(MethodModel method, int index) {
    return (method.parameters()[index].equals(STRING) ? 1 : 0)
        + (has(CARRIER, method.parameterNames().get(index)) ? 4 : 0)
        + (uses.takesFailureAt(method.ref(), index) ? 8 : 0);
  }

  /** What takes any object may be a container: of what, its uses tell. */
  private Optional<Recipe> carried(MethodModel method, int index, Candidate candidate, int depth) {
    Optional<String> container =
        method.parameters()[index].equals(ANY)
            ? uses.typeAt(method.ref(), index)
            : Optional.empty();
    return container.isEmpty()
        ? Optional.of(new Recipe("message", 0, null))
        : build(Type.getObjectType(container.get()), candidate, depth + 1);
  }

  /** Returns what is passed besides the text; {@code null}, the text, where that is not known. */
  private String filler(MethodModel method, int index, Candidate candidate, int depth) {
    Type type = method.parameters()[index];
    String name = method.parameterNames().get(index);
    if (BOOLEANS.contains(type.getClassName())) {
      return uses.constantOfFailures(method.ref(), index)
          .map(constant -> constant != 0)
          .orElse(!has(SUCCESS, name))
          .toString();
    }
    if (type.getSort() < Type.ARRAY) {
      return "0";
    }
    if (type.equals(STRING)) {
      return ofCall(name, candidate);
    }
    List<Type> passed = List.of(candidate.method().parameters());
    if (passed.contains(type)) {
      return "arg" + passed.indexOf(type);
    }
    return mayBeAbsent(method, index)
        ? failureConstant(type)
        : Optional.ofNullable(EMPTY.get(type.getClassName()))
            .or(() -> part(method, index, candidate, depth))
            .orElse("null");
  }

  private boolean mayBeNull(MethodModel method, int index) {
    return mayBeAbsent(method, index) || uses.passNullAt(method.ref(), index);
  }

  /** Kotlin's compiler checks each parameter that must not be null, and none that may be. */
  private static boolean mayBeAbsent(MethodModel method, int index) {
    return method.body().calls().stream()
            .anyMatch(call -> call.callee().name().equals("checkNotNullParameter"))
        && !method.body().required().contains("arg" + index);
  }

  /**
   * Returns how a part of a result is made: the constant or the kind of it that tells of a failure,
   * what holds the text once more, or what the application itself makes empty.
   */
  private Optional<String> part(MethodModel method, int index, Candidate candidate, int depth) {
    Type type = method.parameters()[index];
    TypeModel model = model(type);
    if (model == null || depth == DEEPEST) {
      return Optional.empty();
    }
    if (model.isEnum()) {
      return Optional.of(failureConstant(type));
    }
    if (model.isAbstract()) {
      return types.implementations(model.name()).stream()
          .filter(kind -> has(FAILURE, kind.simpleName()))
          .sorted(Comparator.comparing(kind -> kind.words().all().size()))
          .flatMap(kind -> bare(kind, candidate, depth).stream())
          .findFirst();
    }
    return holder(method, index, candidate, depth).map(Recipe::expression).or(() -> empty(model));
  }

  /** Returns how a parameter is made that is named like the text, and holds it or a list of it. */
  private Optional<Recipe> holder(MethodModel method, int index, Candidate candidate, int depth) {
    Type type = method.parameters()[index];
    if (depth == DEEPEST
        || type.getInternalName().equals(method.ref().owner())
        || !has(CARRIER, method.parameterNames().get(index))
        || !holdsText(candidate)) {
      return Optional.empty();
    }
    Optional<Type> element = Signatures.element(method, index);
    return ofText(element.orElse(type), candidate, depth)
        .map(text -> element.isEmpty() ? text : "[" + text + "]")
        .map(text -> new Recipe(text, 0, null));
  }

  private Optional<String> ofText(Type type, Candidate candidate, int depth) {
    TypeModel model = model(type);
    if (model == null || model.isEnum()) {
      return type.equals(STRING) ? Optional.of("message") : Optional.empty();
    }
    Stream<TypeModel> kinds =
        model.isAbstract()
            ? types.implementations(model.name()).stream().filter(kind -> isOfText(kind))
            : Stream.of(model);
    return kinds
        .map(kind -> Type.getObjectType(kind.name()))
        .flatMap(kind -> build(kind, candidate, depth + 1).stream())
        .filter(recipe -> recipe.doubt() == null)
        .findFirst()
        .map(Recipe::expression);
  }

  private static boolean isOfText(TypeModel kind) {
    return kind.words().all().contains("text");
  }

  /** Whether a method's result is of nothing but texts, where it is generic. */
  private static boolean holdsText(Candidate candidate) {
    String value = Signatures.value(candidate.method()).getInternalName();
    String signature = Objects.requireNonNullElse(candidate.method().signature(), value);
    String arguments = signature.replaceFirst(".*" + Pattern.quote(value), "");
    return Signatures.names(arguments).stream()
        .allMatch(each -> TEXT.matcher(each.replace('/', '.')).matches());
  }

  /** What is made without a text. */
  private Optional<String> bare(TypeModel type, Candidate candidate, int depth) {
    Recipe none = new Recipe("null", 0, null);
    String callee = "new " + type.binaryName();
    return type.methods().stream()
        .filter(method -> method.ref().isConstructor())
        .filter(method -> !method.isPrivate() && !method.isSynthetic())
        .map(method -> filled(method, callee, "", candidate, -1, none, depth + 1))
        .filter(recipe -> recipe.doubt() == null)
        .max(Comparator.comparingInt(Recipe::rating))
        .map(Recipe::expression);
  }

  private Optional<String> empty(TypeModel type) {
    return type.methods().stream()
        .filter(method -> !method.isPrivate() && !method.isSynthetic())
        .flatMap(method -> empty(type, method).stream())
        .findFirst();
  }

  private Optional<String> empty(TypeModel type, MethodModel method) {
    Type[] parameters = method.parameters();
    if (method.isStatic()
        && parameters.length == 0
        && method.name().equals("empty")
        && method.result().equals(Type.getObjectType(type.name()))) {
      return Optional.of(type.binaryName() + "::empty()");
    }
    return method.ref().isConstructor()
            && parameters.length == 1
            && EMPTY.containsKey(parameters[0].getClassName())
            && uses.passEmptyAt(method.ref(), 0)
        ? Optional.of(
            "new " + type.binaryName() + "(" + EMPTY.get(parameters[0].getClassName()) + ")")
        : Optional.empty();
  }

  /** Returns what a call tells by a name: its id, its tool. */
  private static String ofCall(String name, Candidate candidate) {
    Words words = Words.of(name);
    if (ToolShape.isCallId(words)) {
      CallReading call = candidate.call();
      return call == null || call.id() == null ? "null" : call.id();
    }
    return words.any(TOOL) && !words.any(Sources.OF_DEFINITIONS) ? "tool" : "null";
  }

  private String failureConstant(Type type) {
    TypeModel model = model(type);
    return model == null || !model.isEnum()
        ? "null"
        : model.fields().stream()
            .filter(field -> Modifier.isStatic(field.access) && has(FAILURE, field.name))
            .map(field -> model.binaryName() + "::" + field.name)
            .findFirst()
            .orElse("null");
  }

  private Optional<Recipe> builder(TypeModel type, MethodModel start, Candidate candidate) {
    TypeModel builder = model(start.result());
    if (builder == null || builder.name().equals(type.name())) {
      return Optional.empty();
    }
    Map<String, String> set = new LinkedHashMap<>();
    setters(builder, BOOLEANS::contains)
        .filter(name -> has(FAILURE, name))
        .findFirst()
        .ifPresent(name -> set.put(name, "true"));
    boolean tellsFailure = !set.isEmpty();
    Optional<String> text =
        setters(builder, STRING.getClassName()::equals)
            .filter(name -> has(CARRIER, name) && mayCarry(name))
            .max(Comparator.comparing(name -> has(Pattern.compile("text"), name)));
    text.ifPresent(name -> set.put(name, "message"));
    setters(builder, STRING.getClassName()::equals)
        .filter(name -> !set.containsKey(name) && !ofCall(name, candidate).equals("null"))
        .forEach(name -> set.put(name, ofCall(name, candidate)));
    String begin = type.binaryName() + "::" + start.name() + "()";
    return builder.methods().stream()
        .filter(end -> end.descriptor().equals("()L" + type.name() + ";") && !end.isPrivate())
        .filter(end -> text.isPresent())
        .findFirst()
        .map(
            end ->
                new Recipe(
                    set.entrySet().stream()
                        .map(each -> "." + each.getKey() + "(" + each.getValue() + ")")
                        .collect(Collectors.joining("", begin, "." + end.name() + "()")),
                    tellsFailure ? 12 : 3,
                    missing(end, set.keySet())));
  }

  /**
   * Returns what is said of a member that must be set and is not; {@code null} if there is none.
   */
  private static @Nullable String missing(MethodModel end, Set<String> set) {
    Set<String> known =
        set.stream().map(name -> String.join("", Words.of(name).all())).collect(Collectors.toSet());
    return end.body().required().stream()
        .filter(path -> path.startsWith("this."))
        .map(path -> path.substring("this.".length()))
        .filter(
            field ->
                known.stream()
                    .noneMatch(name -> name.endsWith(String.join("", Words.of(field).all()))))
        .findFirst()
        .map(field -> "result may not be built: " + field + " must be set, and it is not known how")
        .orElse(null);
  }

  private static Stream<String> setters(TypeModel builder, Predicate<String> takes) {
    return builder.methods().stream()
        .filter(m -> !m.isStatic() && !m.isPrivate() && m.parameters().length == 1)
        .filter(m -> takes.test(m.parameters()[0].getClassName()))
        .filter(m -> m.result().getSort() == Type.OBJECT)
        .map(MethodModel::name);
  }

  private @Nullable TypeModel model(Type type) {
    return type.getSort() == Type.OBJECT ? types.find(type.getInternalName()) : null;
  }

  private static boolean has(Pattern pattern, String name) {
    return pattern.matcher(name.toLowerCase(Locale.ROOT)).find();
  }
}
