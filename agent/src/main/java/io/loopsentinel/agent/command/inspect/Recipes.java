package io.loopsentinel.agent.command.inspect;

import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Type;

/**
 * Finds out how an object of a type is built that carries a text for the model.
 *
 * <p>Text is itself, a Map is a literal. For a type of the application its static factories,
 * constructors and builder are compared: by their names as long as there are any, and by how the
 * application uses them.
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
  private static final Set<String> BOOLEANS = Set.of("boolean", "java.lang.Boolean");

  private static final Type STRING = Type.getType(String.class);

  /** An expression that builds an object from {@code message}, and how likely it is the one. */
  private record Recipe(String expression, int rating) {}

  private final Types types;
  private final Uses uses;

  Recipes(Types types, Uses uses) {
    this.types = types;
    this.uses = uses;
  }

  Optional<String> of(Type type) {
    return build(type, 0);
  }

  private Optional<String> build(Type type, int depth) {
    String name = type.getClassName();
    if (TEXT.matcher(name).matches()) {
      return Optional.of("message");
    }
    if (MAP.matcher(name).matches()) {
      return Optional.of("{\"error\": message}");
    }
    TypeModel model = model(type);
    return model == null || depth == DEEPEST
        ? Optional.empty()
        : model.methods().stream()
            .filter(method -> !method.isPrivate())
            .flatMap(method -> recipe(model, method, depth).stream())
            .max(Comparator.comparingInt(Recipe::rating))
            .map(Recipe::expression);
  }

  private Optional<Recipe> recipe(TypeModel type, MethodModel method, int depth) {
    boolean makes = method.result().equals(Type.getObjectType(type.name()));
    if (method.isStatic() && makes && method.hasParameters()) {
      return call(method, type.binaryName() + "::" + method.name(), rating(method.name()), depth);
    }
    if (method.ref().isConstructor() && !type.isAbstract()) {
      return call(method, "new " + type.binaryName(), rating(type.simpleName()) - 2, depth);
    }
    return method.isStatic() && !method.hasParameters() ? builder(type, method) : Optional.empty();
  }

  /** A call of a factory or constructor, if it takes a text and the rest can be filled in. */
  private Optional<Recipe> call(MethodModel method, String callee, int nameRating, int depth) {
    int count = method.parameters().length;
    int carrier =
        IntStream.range(0, count)
            .filter(i -> TEXT.matcher(method.parameters()[i].getClassName()).matches())
            .boxed()
            .max(Comparator.comparingInt(i -> carrierRating(method, i)))
            .orElse(-1);
    Optional<String> carried = carrier < 0 ? Optional.empty() : carried(method, carrier, depth);
    return carried.map(
        text -> {
          List<String> arguments =
              IntStream.range(0, count)
                  .mapToObj(i -> i == carrier ? text : filler(method, i))
                  .toList();
          int unknown = Collections.frequency(arguments, "null");
          int known = count - 1 - unknown;
          int ofFailures = (int) (12 * uses.failures(method.ref()));
          return new Recipe(
              callee + "(" + String.join(", ", arguments) + ")",
              nameRating + ofFailures - known - 4 * unknown);
        });
  }

  private int carrierRating(MethodModel method, int index) {
    return (method.parameters()[index].equals(STRING) ? 1 : 0)
        + (has(CARRIER, method.parameterNames().get(index)) ? 4 : 0)
        + (uses.takesFailureAt(method.ref(), index) ? 8 : 0);
  }

  /** What takes any object may be a container: of what, its uses tell. */
  private Optional<String> carried(MethodModel method, int index, int depth) {
    Optional<String> container =
        method.parameters()[index].equals(Type.getType(Object.class))
            ? uses.typeAt(method.ref(), index)
            : Optional.empty();
    return container.isEmpty()
        ? Optional.of("message")
        : build(Type.getObjectType(container.get()), depth + 1);
  }

  private String filler(MethodModel method, int index) {
    Type type = method.parameters()[index];
    String name = method.parameterNames().get(index).toLowerCase(Locale.ROOT);
    if (BOOLEANS.contains(type.getClassName())) {
      return uses.constantOfFailures(method.ref(), index)
          .map(constant -> constant != 0)
          .orElse(!has(SUCCESS, name))
          .toString();
    }
    if (type.getSort() < Type.ARRAY) {
      return "0";
    }
    return type.equals(STRING) && (name.contains("name") || name.contains("tool"))
        ? "tool"
        : "null";
  }

  private Optional<Recipe> builder(TypeModel type, MethodModel start) {
    TypeModel builder = model(start.result());
    if (builder == null || builder.name().equals(type.name())) {
      return Optional.empty();
    }
    Optional<String> error = setters(builder, BOOLEANS, FAILURE).findFirst();
    Optional<String> text =
        setters(builder, Set.of(STRING.getClassName()), CARRIER)
            .max(Comparator.comparing(name -> name.toLowerCase(Locale.ROOT).contains("text")));
    String fill =
        error.map(name -> "." + name + "(true)").orElse("")
            + text.map(name -> "." + name + "(message)").orElse("");
    String begin = type.binaryName() + "::" + start.name() + "()";
    return builder.methods().stream()
        .filter(end -> end.descriptor().equals("()L" + type.name() + ";") && !end.isPrivate())
        .filter(end -> text.isPresent())
        .findFirst()
        .map(end -> begin + fill + "." + end.name() + "()")
        .map(expression -> new Recipe(expression, error.isPresent() ? 12 : 3));
  }

  private static Stream<String> setters(TypeModel builder, Set<String> types, Pattern name) {
    return builder.methods().stream()
        .filter(m -> !m.isStatic() && !m.isPrivate() && m.parameters().length == 1)
        .filter(m -> types.contains(m.parameters()[0].getClassName()))
        .filter(m -> m.result().getSort() == Type.OBJECT)
        .map(MethodModel::name)
        .filter(each -> has(name, each));
  }

  private @Nullable TypeModel model(Type type) {
    return type.getSort() == Type.OBJECT ? types.find(type.getInternalName()) : null;
  }

  private static int rating(String name) {
    return has(FAILURE, name) ? 10 : has(SUCCESS, name) ? -4 : 0;
  }

  private static boolean has(Pattern pattern, String name) {
    return pattern.matcher(name.toLowerCase(Locale.ROOT)).find();
  }
}
