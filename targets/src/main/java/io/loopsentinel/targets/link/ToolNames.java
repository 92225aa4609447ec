package io.loopsentinel.targets.link;

import java.lang.annotation.Annotation;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The names of a tool and its arguments, from the method that is the tool. */
public final class ToolNames {

  /** The simple names of annotations that mark a tool: {@code @Tool} in most frameworks. */
  private static final Pattern OF_TOOLS = Pattern.compile("\\w*(Tool|Function)\\w*");

  /** Excludes placeholders such as {@code <<element name>>}. */
  private static final Pattern NAME = Pattern.compile("[\\p{L}\\p{N}_./:-]+");

  private ToolNames() {}

  /**
   * Returns the name in the annotation of a tool, or else the method's name. If the class is the
   * tool, its annotation or its name counts.
   *
   * @param annotation the annotation of the target; {@code null}: any that looks like a tool's
   */
  public static String ofTool(Method method, @Nullable String annotation) {
    List<Annotation> marks = ofTools(method, annotation);
    Class<?> owner = method.getDeclaringClass();
    String name = method.getName();
    if (marks.isEmpty() && ToolObjects.hasEmptyName(method)) {
      marks = ofTools(owner, annotation);
      name = owner.getSimpleName();
    }
    return marks.stream().map(ToolNames::nameIn).filter(Objects::nonNull).findFirst().orElse(name);
  }

  private static List<Annotation> ofTools(AnnotatedElement element, @Nullable String annotation) {
    return Stream.of(element.getAnnotations())
        .filter(
            each ->
                annotation == null
                    ? OF_TOOLS.matcher(each.annotationType().getSimpleName()).matches()
                    : each.annotationType().getName().equals(annotation))
        .toList();
  }

  /**
   * Returns the names of a method's parameters, from their annotations or from the class file if it
   * was compiled with {@code -parameters}; empty if one has neither or two are equal.
   */
  static List<String> ofArguments(Method method) {
    List<String> names = new ArrayList<>();
    for (Parameter parameter : method.getParameters()) {
      String name = parameter.isNamePresent() ? parameter.getName() : null;
      for (Annotation each : parameter.getAnnotations()) {
        String given = nameIn(each);
        name = given == null ? name : given;
      }
      if (name == null || names.contains(name)) {
        return List.of();
      }
      names.add(name);
    }
    return List.copyOf(names);
  }

  private static @Nullable String nameIn(Annotation annotation) {
    try {
      Method name = annotation.annotationType().getMethod("name");
      name.setAccessible(true); // The annotation's type may not be public.
      return name.invoke(annotation) instanceof String text && NAME.matcher(text).matches()
          ? text
          : null;
    } catch (ReflectiveOperationException | RuntimeException | LinkageError absent) {
      return null;
    }
  }
}
