package io.loopsentinel.tools.discover;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Expressions that build a result by a public builder or factory of its type, if its name or type
 * shows which text it takes.
 *
 * @param type the type of the result
 * @param name the expression of the tool's name in the parameters of the dispatch
 */
record Factories(Class<?> type, String name) {

  private static final Pattern TEXT =
      Pattern.compile(
          "(?i)(add)?(result)?(text|content|message|output|result|response)s?(content)?");

  private static final Pattern FAILED = Pattern.compile("(?i)(is)?(error|failed|failure)");
  private static final Pattern NAME = Pattern.compile("(?i)(tool|function)?name");
  private static final Pattern ID = Pattern.compile("(?i)(tool|call|request|function|use)*id");

  /** Returns an expression with {@code message} as the text; {@code null} if there is none. */
  @Nullable String find() {
    if (type == String.class) {
      return "message";
    }
    try {
      return Stream.of(builder(), factory()).flatMap(Optional::stream).findFirst().orElse(null);
    } catch (LinkageError missingType) {
      return null;
    }
  }

  private Optional<String> builder() {
    return statics()
        .filter(each -> each.getParameterCount() == 0 && each.getReturnType() != type)
        .map(this::build)
        .filter(Objects::nonNull)
        .findFirst();
  }

  private @Nullable String build(Method start) {
    Class<?> builder = start.getReturnType();
    List<Method> methods =
        Stream.of(builder.getMethods())
            .filter(each -> !Modifier.isStatic(each.getModifiers()) && !each.isBridge())
            .sorted(Comparator.comparing(Method::getName))
            .toList();
    Method end =
        methods.stream()
            .filter(
                each ->
                    each.getParameterCount() == 0 && type.isAssignableFrom(each.getReturnType()))
            .findFirst()
            .orElse(null);
    Method text =
        methods.stream()
            .filter(each -> takes(each, builder, String.class))
            .filter(each -> TEXT.matcher(each.getName()).matches())
            .max(Comparator.comparing(each -> each.getName().matches("(?i).*text.*")))
            .orElse(null);
    if (end == null || text == null) {
      return null;
    }
    StringBuilder expression = new StringBuilder(type.getName() + "::" + start.getName() + "()");
    for (Method each : methods) {
      String value = setting(each, builder);
      if (value != null) {
        expression.append(".%s(%s)".formatted(each.getName(), value));
      } else if (isId(each, builder)) {
        return null; // A result without the id of its call would break the conversation.
      }
    }
    return expression + ".%s(message).%s()".formatted(text.getName(), end.getName());
  }

  /** Returns the argument for a setter that names the call, or says that it failed. */
  private @Nullable String setting(Method setter, Class<?> builder) {
    if (takes(setter, builder, boolean.class) && FAILED.matcher(setter.getName()).matches()) {
      return "true";
    }
    if (!takes(setter, builder, String.class)) {
      return null;
    }
    return NAME.matcher(setter.getName()).matches() ? name : id(setter.getName());
  }

  private static boolean isId(Method setter, Class<?> builder) {
    return takes(setter, builder, String.class) && ID.matcher(setter.getName()).matches();
  }

  private static boolean takes(Method setter, Class<?> builder, Class<?> value) {
    return setter.getParameterCount() == 1
        && setter.getReturnType().isAssignableFrom(builder)
        && setter.getReturnType() != void.class
        && setter.getParameterTypes()[0].isAssignableFrom(value)
        && (value == boolean.class || setter.getParameterTypes()[0] != Object.class);
  }

  private Optional<String> factory() {
    return statics()
        .filter(each -> type.isAssignableFrom(each.getReturnType()))
        .filter(each -> List.of(each.getParameterTypes()).equals(List.of(String.class)))
        .min(
            Comparator.comparing((Method each) -> !FAILED.matcher(each.getName()).matches())
                .thenComparing(Method::getName))
        .map(each -> type.getName() + "::" + each.getName() + "(message)");
  }

  private Stream<Method> statics() {
    return Stream.of(type.getMethods())
        .filter(each -> Modifier.isStatic(each.getModifiers()) && each.getDeclaringClass() == type);
  }

  /** Returns the id beside the tool's name, if the parameter is one. */
  private @Nullable String id(String parameter) {
    boolean isMember = name.matches("arg\\d+\\.(name|getName)\\(\\)");
    return ID.matcher(parameter).matches() && isMember
        ? name.replace("getName()", "getId()").replace(".name()", ".id()")
        : null;
  }
}
