package io.loopsentinel.tools.discover;

import io.loopsentinel.targets.result.AsynchronousType;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Finds expressions that build a result like one that was seen, with another text. */
final class Results {

  private static final int MAX_DEPTH = 3;

  /** Reactive types that only hold a value, or pass it on unchanged. */
  private static final Pattern HOLDER =
      Pattern.compile("(Mono|Single|Maybe|Flux|Flowable|Observable)(Just|To\\w+)");

  private static final String MESSAGE = "message";

  /** The message in an expression, and not a part of a name or a text. */
  private static final Pattern USE = Pattern.compile("(?<![\\w.$\"])message(?![\\w.$\"])");

  /** Constants that reveal nothing, such as the name of a role. */
  private static final Pattern WORD = Pattern.compile("[\\p{L}_-]{0,24}");

  private final Values values;
  private final Fields fields;

  Results(Values values, Fields fields) {
    this.values = values;
    this.fields = fields;
  }

  /**
   * How a result is built and read.
   *
   * @param result the expression that builds it; {@code null} if it is not known
   * @param output the expression of its text; {@code null} for the result itself
   */
  record Built(@Nullable String result, @Nullable String output, Class<?> type) {}

  /**
   * Returns expressions for a result.
   *
   * @param text the text that the tool returned, which is somewhere in the result
   * @return {@code null} if the result does not depend on the text
   */
  @Nullable Built build(@Nullable Object returned, String text, Activation call) {
    Object result = value(returned);
    if (result instanceof CharSequence) {
      return result.toString().contains(text) ? new Built(MESSAGE, null, String.class) : null;
    }
    boolean isContainer = result instanceof Map || result instanceof List;
    boolean isConstant = result instanceof Enum; // As of a coroutine that is suspended.
    if (result == null
        || isConstant
        || text.isEmpty()
        || (Values.isOfJdk(result) && !isContainer)) {
      return null;
    }
    Map<String, Object> known = values.within(call.roots(), Values.DEPTH);
    String expression = new Builder(text, known).build(result, MAX_DEPTH);
    boolean isBuilt = takesMessage(expression);
    return new Built(isBuilt ? expression : null, output(result, text), result.getClass());
  }

  /**
   * Returns the value of an asynchronous result if it is there already, as in {@code Mono.just},
   * and {@code null} if it is not; else the object itself.
   */
  private @Nullable Object value(@Nullable Object returned) {
    Object value = returned;
    if (value instanceof CompletableFuture<?> future) {
      return future.isDone() && !future.isCompletedExceptionally() ? future.join() : null;
    }
    for (int i = 0; value != null && AsynchronousType.isOne(value) && i < MAX_DEPTH; i++) {
      value = held(value);
    }
    return AsynchronousType.isOne(value) ? null : value;
  }

  /** Returns the only value that a reactive object holds; {@code null} if there is none. */
  private @Nullable Object held(Object wrapper) {
    List<@Nullable Object> members = new ArrayList<>();
    if (HOLDER.matcher(wrapper.getClass().getSimpleName()).matches()) {
      fields.all(wrapper.getClass()).forEach(each -> members.add(Fields.read(each, wrapper)));
      members.removeIf(Objects::isNull);
    }
    return members.size() == 1 ? members.get(0) : null;
  }

  private static boolean takesMessage(@Nullable String expression) {
    return expression != null && USE.matcher(expression).find();
  }

  /** Returns up to two places of the text, because other results may have it in only one. */
  private @Nullable String output(Object result, String text) {
    Map<String, @Nullable Object> root = new LinkedHashMap<>();
    root.put("return", result);
    String places =
        values.withElements(root, Values.DEPTH).entrySet().stream()
            .filter(each -> each.getValue() instanceof String found && found.contains(text))
            .map(Map.Entry::getKey)
            .limit(2)
            .collect(Collectors.joining(" ?? "));
    return places.isEmpty() ? null : places;
  }

  /** Builds values like those of one call. */
  private final class Builder {

    private final String text;
    private final Map<String, Object> known;

    Builder(String text, Map<String, Object> known) {
      this.text = text;
      this.known = known;
    }

    /** Returns the expression for a value; {@code null} if there is none. */
    @Nullable String build(@Nullable Object value, int depth) {
      if (value == null) {
        return "null";
      }
      if (value instanceof String each && each.contains(text)) {
        return MESSAGE;
      }
      for (Map.Entry<String, Object> each : known.entrySet()) {
        boolean same =
            value instanceof String ? value.equals(each.getValue()) : value == each.getValue();
        if (same && !(value instanceof Boolean) && !(value instanceof Number)) {
          return each.getKey();
        }
      }
      if (value instanceof Boolean || value instanceof Integer) {
        return value.toString();
      }
      if (value instanceof String each) {
        return WORD.matcher(each).matches() ? "\"" + each + "\"" : "\"\"";
      }
      if (value instanceof Enum<?> constant) {
        return constant.getDeclaringClass().getName() + "::" + constant.name();
      }
      return depth == 0 ? null : buildObject(value, depth);
    }

    private @Nullable String buildObject(Object value, int depth) {
      if (value instanceof Map<?, ?> map) {
        return buildMap(map, depth);
      }
      if (value instanceof List<?> list) {
        return buildList(list, depth);
      }
      if (Values.isOfJdk(value)) {
        return null;
      }
      String constant = constant(value);
      return constant == null ? construct(value, depth) : constant;
    }

    private @Nullable String buildMap(Map<?, ?> map, int depth) {
      List<String> members = new ArrayList<>();
      for (Map.Entry<String, @Nullable Object> each : Values.entries(map).entrySet()) {
        String member = build(each.getValue(), depth - 1);
        if (!takesMessage(member)) {
          return "{}";
        }
        members.add("\"" + each.getKey() + "\": " + member);
      }
      return "{" + String.join(", ", members) + "}";
    }

    private @Nullable String buildList(List<?> list, int depth) {
      List<String> elements = new ArrayList<>();
      for (Object each : Values.elements(list)) {
        String element = build(each, depth - 1);
        if (takesMessage(element)) {
          elements.add(element);
        }
      }
      return "[" + String.join(", ", elements) + "]";
    }

    /** Returns the static field that holds an object, as of a singleton. */
    private @Nullable String constant(Object value) {
      try {
        for (Field each : value.getClass().getDeclaredFields()) {
          if (Modifier.isStatic(each.getModifiers())
              && each.getType() == value.getClass()
              && each.trySetAccessible()
              && each.get(null) == value) {
            return value.getClass().getName() + "::" + each.getName();
          }
        }
      } catch (IllegalAccessException | LinkageError | RuntimeException unreadable) {
        // Not known to be a constant.
      }
      return null;
    }

    /** Uses the shortest of the constructors that take the most known values. */
    private @Nullable String construct(Object value, int depth) {
      Map<String, @Nullable Object> members = new LinkedHashMap<>();
      fields
          .all(value.getClass())
          .forEach(each -> members.put(each.getName(), Fields.read(each, value)));
      String best = null;
      long most = -1;
      for (List<String> parameters : MethodBodies.constructors(value.getClass())) {
        List<String> built = new ArrayList<>();
        for (String field : parameters) {
          built.add(String.valueOf(build(members.get(field), depth - 1)));
        }
        long known = built.stream().filter(each -> !each.equals("null")).count();
        if (known > most && members.keySet().containsAll(parameters)) {
          best = "new " + value.getClass().getName() + "(" + String.join(", ", built) + ")";
          most = known;
        }
      }
      return best;
    }
  }
}
