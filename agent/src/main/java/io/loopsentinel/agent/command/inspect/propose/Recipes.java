package io.loopsentinel.agent.command.inspect.propose;

import io.loopsentinel.agent.command.inspect.model.MethodModel;
import io.loopsentinel.agent.command.inspect.model.TypeModel;
import io.loopsentinel.agent.command.inspect.rank.Types;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
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
  private static final Pattern FAILURE = Pattern.compile(".*(error|fail|invalid|denied).*");
  private static final Pattern SUCCESS = Pattern.compile(".*(success|ok|empty|none|pending).*");
  private static final Pattern CARRIER =
      Pattern.compile(".*(text|content|message|result|output|error|reason|value).*");

  private final Types types;
  private final Uses uses;

  Recipes(Types types, Uses uses) {
    this.types = types;
    this.uses = uses;
  }

  /** Returns the expression that builds one from {@code message}; empty where none was found. */
  Optional<String> of(Type type) {
    return build(type, 0).map(Recipe::expression);
  }

  private Optional<Recipe> build(Type type, int depth) {
    String name = type.getClassName();
    if (TEXT.matcher(name).matches()) {
      return Optional.of(new Recipe("message", 0));
    }
    if (MAP.matcher(name).matches()) {
      return Optional.of(new Recipe("{\"error\": message}", 0));
    }
    TypeModel model = type.getSort() == Type.OBJECT ? types.find(type.getInternalName()) : null;
    return model == null || depth == DEEPEST ? Optional.empty() : best(model, depth);
  }

  private Optional<Recipe> best(TypeModel type, int depth) {
    List<Recipe> found = new ArrayList<>();
    for (MethodModel method : type.methods()) {
      if (method.isPrivate()) {
        continue;
      }
      boolean makes = method.result().equals(Type.getObjectType(type.name()));
      if (method.isStatic() && makes && method.parameters().length > 0) {
        call(method, type.binaryName() + "::" + method.name(), method.name(), depth)
            .ifPresent(found::add);
      } else if (method.ref().isConstructor() && !type.isAbstract()) {
        call(method, "new " + type.binaryName(), type.simpleName(), depth)
            .map(recipe -> new Recipe(recipe.expression(), recipe.rating() - 2))
            .ifPresent(found::add);
      } else if (method.isStatic() && method.descriptor().startsWith("()")) {
        builder(type, method).ifPresent(found::add);
      }
    }
    return found.stream().max(Comparator.comparingInt(Recipe::rating));
  }

  /** A call of a factory or constructor, if it takes a text and the rest can be filled in. */
  private Optional<Recipe> call(MethodModel method, String callee, String name, int depth) {
    Type[] parameters = method.parameters();
    int carrier = carrier(method);
    if (carrier < 0) {
      return Optional.empty();
    }
    int rating = rating(name) + (int) (12 * uses.failures(method.ref()));
    String[] arguments = new String[parameters.length];
    for (int i = 0; i < parameters.length; i++) {
      if (i == carrier) {
        Optional<Recipe> carried = carried(method, i, depth);
        if (carried.isEmpty()) {
          return Optional.empty();
        }
        arguments[i] = carried.get().expression();
      } else {
        arguments[i] = filler(method, i);
        rating -= arguments[i].equals("null") ? 4 : 1;
      }
    }
    return Optional.of(new Recipe(callee + "(" + String.join(", ", arguments) + ")", rating));
  }

  /** Returns the index of the parameter that takes the text, -1 where there is none. */
  private int carrier(MethodModel method) {
    Type[] parameters = method.parameters();
    int best = -1;
    int bestRating = 0;
    for (int i = 0; i < parameters.length; i++) {
      if (TEXT.matcher(parameters[i].getClassName()).matches()) {
        int rating =
            1
                + (parameters[i].getClassName().equals("java.lang.String") ? 1 : 0)
                + (CARRIER.matcher(lower(method.parameterName(i))).matches() ? 4 : 0)
                + (uses.takesFailureAt(method.ref(), i) ? 8 : 0);
        if (rating > bestRating) {
          best = i;
          bestRating = rating;
        }
      }
    }
    return best;
  }

  /** What takes any object may be a container: of what, its uses tell. */
  private Optional<Recipe> carried(MethodModel method, int index, int depth) {
    if (method.parameters()[index].getClassName().equals("java.lang.Object")) {
      Optional<String> type = uses.typeAt(method.ref(), index);
      if (type.isPresent()) {
        return build(Type.getObjectType(type.get()), depth + 1);
      }
    }
    return Optional.of(new Recipe("message", 0));
  }

  private String filler(MethodModel method, int index) {
    Type type = method.parameters()[index];
    String name = lower(method.parameterName(index));
    if (type.getSort() == Type.BOOLEAN || type.getClassName().equals("java.lang.Boolean")) {
      boolean set =
          uses.constantOfFailures(method.ref(), index)
              .map(constant -> constant != 0)
              .orElse(!SUCCESS.matcher(name).matches());
      return Boolean.toString(set);
    }
    if (type.getSort() < Type.ARRAY) {
      return "0";
    }
    if (type.getClassName().equals("java.lang.String")) {
      return name.contains("name") || name.contains("tool") ? "tool" : "null";
    }
    return "null";
  }

  private Optional<Recipe> builder(TypeModel type, MethodModel start) {
    Type builderType = start.result();
    TypeModel builder =
        builderType.getSort() == Type.OBJECT ? types.find(builderType.getInternalName()) : null;
    if (builder == null || builder.name().equals(type.name())) {
      return Optional.empty();
    }
    Optional<MethodModel> end =
        builder.methods().stream()
            .filter(m -> m.descriptor().equals("()L" + type.name() + ";") && !m.isPrivate())
            .findFirst();
    Optional<MethodModel> text =
        setters(builder, "java.lang.String")
            .filter(m -> CARRIER.matcher(lower(m.name())).matches())
            .max(Comparator.comparingInt(m -> lower(m.name()).contains("text") ? 1 : 0));
    if (end.isEmpty() || text.isEmpty()) {
      return Optional.empty();
    }
    Optional<MethodModel> error =
        setters(builder, "boolean", "java.lang.Boolean")
            .filter(m -> FAILURE.matcher(lower(m.name())).matches())
            .findFirst();
    return Optional.of(
        new Recipe(
            type.binaryName()
                + "::"
                + start.name()
                + "()"
                + error.map(m -> "." + m.name() + "(true)").orElse("")
                + "."
                + text.get().name()
                + "(message)."
                + end.get().name()
                + "()",
            error.isPresent() ? 12 : 3));
  }

  private static Stream<MethodModel> setters(TypeModel builder, String... types) {
    return builder.methods().stream()
        .filter(m -> !m.isStatic() && !m.isPrivate() && m.parameters().length == 1)
        .filter(m -> Arrays.asList(types).contains(m.parameters()[0].getClassName()))
        .filter(m -> m.result().getSort() == Type.OBJECT);
  }

  private static int rating(String name) {
    String lower = lower(name);
    return FAILURE.matcher(lower).matches() ? 10 : SUCCESS.matcher(lower).matches() ? -4 : 0;
  }

  private static String lower(String name) {
    return name.toLowerCase(Locale.ROOT);
  }
}
