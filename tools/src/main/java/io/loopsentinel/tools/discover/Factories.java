package io.loopsentinel.tools.discover;

import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Parameter;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Expressions that build a result by the public builders, factories and constructors of its type,
 * if their names and types show which text they take.
 *
 * @param type the type of the result
 * @param dispatch the method that returns it
 * @param name the expression of the tool's name in its parameters
 */
record Factories(Class<?> type, Method dispatch, String name) {

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
      return Stream.of(builder(), factory(), constructor())
          .flatMap(Optional::stream)
          .findFirst()
          .orElse(null);
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
        .sorted(
            Comparator.comparing((Method each) -> !FAILED.matcher(each.getName()).matches())
                .thenComparing(Method::getParameterCount)
                .thenComparing(Method::getName))
        .map(
            each ->
                arguments(each)
                    .map(all -> type.getName() + "::" + each.getName() + "(" + all + ")"))
        .flatMap(Optional::stream)
        .findFirst();
  }

  private Optional<String> constructor() {
    if (Modifier.isAbstract(type.getModifiers())) {
      return Optional.empty();
    }
    return Stream.of(type.getConstructors())
        .filter(each -> !leavesOutText(each.getParameterCount()))
        .sorted(Comparator.comparing(Executable::getParameterCount))
        .map(each -> arguments(each).map(all -> "new " + type.getName() + "(" + all + ")"))
        .flatMap(Optional::stream)
        .findFirst();
  }

  /** Returns whether a constructor stores its parameters in other fields than that of the text. */
  private boolean leavesOutText(int parameters) {
    List<String> texts =
        Stream.of(type.getDeclaredFields())
            .filter(each -> each.getType() == String.class)
            .map(Field::getName)
            .filter(TEXT.asMatchPredicate())
            .toList();
    return !texts.isEmpty()
        && MethodBodies.constructors(type).stream()
            .anyMatch(each -> each.size() == parameters && Collections.disjoint(each, texts));
  }

  private Stream<Method> statics() {
    return Stream.of(type.getMethods())
        .filter(each -> Modifier.isStatic(each.getModifiers()) && each.getDeclaringClass() == type);
  }

  /** Returns the arguments if each parameter is known, and one of them is the text. */
  private Optional<String> arguments(Executable called) {
    List<String> arguments = new ArrayList<>();
    boolean onlyText =
        Stream.of(called.getParameterTypes()).filter(each -> each == String.class).count() == 1;
    for (Parameter each : called.getParameters()) {
      String known = each.isNamePresent() ? named(each.getName(), each.getType()) : null;
      String argument = known == null ? byType(each.getType(), onlyText) : known;
      if (argument == null) {
        return Optional.empty();
      }
      arguments.add(argument);
    }
    return arguments.stream().filter("message"::equals).count() == 1
        ? Optional.of(String.join(", ", arguments))
        : Optional.empty();
  }

  private @Nullable String named(String parameter, Class<?> of) {
    if (of == boolean.class) {
      return FAILED.matcher(parameter).matches() ? "true" : null;
    }
    if (of != String.class) {
      return null;
    }
    return TEXT.matcher(parameter).matches()
        ? "message"
        : NAME.matcher(parameter).matches() ? name : id(parameter);
  }

  /** Returns the id beside the tool's name, if the parameter is one. */
  private @Nullable String id(String parameter) {
    boolean isMember = name.matches("arg\\d+\\.(name|getName)\\(\\)");
    return ID.matcher(parameter).matches() && isMember
        ? name.replace("getName()", "getId()").replace(".name()", ".id()")
        : null;
  }

  private @Nullable String byType(Class<?> of, boolean onlyText) {
    if (of == String.class) {
      return onlyText ? "message" : null;
    }
    Class<?>[] given = dispatch.getParameterTypes();
    for (int i = 0; i < given.length; i++) {
      if (!of.isPrimitive() && of != Object.class && of.isAssignableFrom(given[i])) {
        return "arg" + i;
      }
    }
    return null;
  }
}
