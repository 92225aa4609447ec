package io.loopsentinel.tools.inspect;

import io.loopsentinel.tools.inspect.Recipes.Recipe;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Type;

/**
 * Finds out how to use a builder: which properties to set besides the text, and which are required.
 *
 * @param candidate the method whose result the builder makes
 */
record Builders(Types types, Candidate candidate) {

  private static final Pattern TEXT = Pattern.compile("text");

  /** Returns a recipe with the builder that a method returns. Empty if it takes no text. */
  Optional<Recipe> recipe(TypeModel type, MethodModel start) {
    TypeModel builder = types.find(start.result());
    if (builder == null || builder.name().equals(type.name())) {
      return Optional.empty();
    }
    List<String> texts = setters(builder, Set.of("java.lang.String")).toList();
    Optional<String> text =
        texts.stream()
            .filter(name -> Recipes.isCarrier(name) && Recipes.mayCarry(name))
            .max(Comparator.comparing(name -> Recipes.matches(TEXT, name)));
    Map<String, String> set = new LinkedHashMap<>();
    setters(builder, Recipes.BOOLEANS)
        .filter(name -> Recipes.matches(Recipes.FAILURE, name))
        .findFirst()
        .ifPresent(name -> set.put(name, "true"));
    int rating = set.isEmpty() ? 3 : 12;
    text.ifPresent(name -> set.put(name, "message"));
    texts.stream()
        .filter(name -> !Recipes.callExpression(name, candidate).equals("null"))
        .forEach(name -> set.putIfAbsent(name, Recipes.callExpression(name, candidate)));
    return builder.methods().stream()
        .filter(
            end ->
                text.isPresent() && !end.hasParameters() && !end.isPrivate() && type.isMadeBy(end))
        .findFirst()
        .map(
            end ->
                new Recipe(
                    type.binaryName()
                        + "::"
                        + start.name()
                        + "()"
                        + setting(set)
                        + "."
                        + end.name()
                        + "()",
                    rating,
                    missing(end, set.keySet())));
  }

  private static String setting(Map<String, String> set) {
    return set.entrySet().stream()
        .map(each -> "." + each.getKey() + "(" + each.getValue() + ")")
        .collect(Collectors.joining());
  }

  /** Returns a doubt if a required property is not set, or {@code null}. */
  private static @Nullable String missing(MethodModel end, Set<String> set) {
    return end.body().nullChecked().stream()
        .filter(path -> path.startsWith("this."))
        .map(path -> path.substring("this.".length()))
        .filter(field -> set.stream().noneMatch(name -> joined(name).endsWith(joined(field))))
        .findFirst()
        .map(field -> "building the result may fail: " + field + " must be set to an unknown value")
        .orElse(null);
  }

  private static String joined(String name) {
    return String.join("", Words.of(name).all());
  }

  private static Stream<String> setters(TypeModel builder, Set<String> types) {
    return builder.methods().stream()
        .filter(m -> !m.isStatic() && !m.isPrivate() && m.parameters().length == 1)
        .filter(m -> types.contains(m.parameters()[0].getClassName()))
        .filter(m -> m.result().getSort() == Type.OBJECT)
        .map(MethodModel::name);
  }
}
