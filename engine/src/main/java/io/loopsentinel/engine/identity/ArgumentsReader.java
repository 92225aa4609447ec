package io.loopsentinel.engine.identity;

import java.lang.reflect.Array;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Reads the arguments of one call into canonical JSON, whatever their type.
 *
 * <p>What a value's own code refuses to give is written as a mark, and reading goes on. In each
 * method {@code depth} is the number of containers that the value stands in, and {@code scope} that
 * of {@link PathRule}. Used for one call; not thread-safe.
 */
final class ArgumentsReader {

  private static final int ATTEMPTS = 3;

  private final TypeShapes shapes;
  private final PathRule rule;
  private CanonicalText out;
  private int valuesLeft = Bounds.VALUES;
  private int objectsLeft = Bounds.OBJECTS;
  private boolean complete = true;

  private ArgumentsReader(TypeShapes shapes, PathRule rule, int maxLength) {
    this.shapes = shapes;
    this.rule = rule;
    this.out = new CanonicalText(maxLength);
  }

  /**
   * The canonical form of arguments.
   *
   * @param text as much of it as was read
   * @param complete whether the arguments are within all bounds
   */
  record Form(String text, boolean complete) {}

  /** A member of a map; the key is null where the name says all of it. */
  private record Member(String name, @Nullable Object key, @Nullable Object value) {}

  /**
   * Reads arguments; throws nothing, whatever they do.
   *
   * @param maxLength how many characters are needed
   */
  static Form read(
      @Nullable Object arguments, IdentityRule rule, TypeShapes shapes, int maxLength) {
    ArgumentsReader reader =
        new ArgumentsReader(shapes, rule.paths(), Math.min(maxLength, Bounds.CHARACTERS));
    try {
      reader.arguments(arguments);
    } catch (Throwable e) {
      reader.noteLackOfStack(e);
      reader.out.raw(Bounds.MORE);
    }
    return new Form(reader.out.toString(), reader.complete);
  }

  /**
   * Writes the arguments as a whole. They differ from the values in them: a text that is JSON is
   * parsed; null, JSON null, and a text that is empty or blank are no arguments; and the rule
   * starts here, if they are an object.
   */
  private void arguments(@Nullable Object arguments) {
    Object value = held(arguments);
    if (value == null) {
      out.raw("{}");
      return;
    }
    TypeShape shape = shapes.get(value.getClass());
    switch (shape.kind()) {
      case JSON_TREE -> argumentsText(text(value, shape));
      case MAP -> map((Map<?, ?>) value, 0, rule.start());
      case FIELDS ->
          fields(value, shape, shape.naming() == TypeShape.Naming.ALWAYS, 0, rule.start());
      default -> {
        if (value instanceof CharSequence) {
          argumentsText(text(value, shape));
        } else {
          value(value, 0, PathRule.KEEP);
        }
      }
    }
  }

  private void argumentsText(String text) {
    if (text.isBlank()) {
      out.raw("{}");
      return;
    }
    Optional<JsonText.Parsed> json = parse(text, 0);
    if (json.isEmpty()) {
      string(text);
    } else if (json.get().value() == null) {
      out.raw("{}");
    } else {
      Object value = json.get().value();
      value(value, 0, value instanceof Map ? rule.start() : PathRule.KEEP);
    }
  }

  /** Text that is longer than what is to be read of it is not worth parsing. */
  private Optional<JsonText.Parsed> parse(String text, int depth) {
    return text.length() <= Bounds.CHARACTERS ? JsonText.parse(text, depth) : Optional.empty();
  }

  private void value(@Nullable Object value, int depth, long scope) {
    if (value == null) {
      out.raw("null");
      return;
    }
    if (value instanceof JsonText.TooDeep container) {
      skip(container == JsonText.TooDeep.OBJECT ? Bounds.SKIPPED_OBJECT : Bounds.SKIPPED_ARRAY);
      return;
    }
    if (value instanceof JsonText.Digits digits) {
      out.raw(PathRule.isKept(scope) ? digits.text() : "null");
      return;
    }
    TypeShape shape = shapes.get(value.getClass());
    switch (shape.kind()) {
      case SCALAR -> scalar(value, shape, scope);
      case MAP -> map((Map<?, ?>) value, depth, scope);
      case SET -> set((Collection<?>) value, depth, scope);
      case COLLECTION -> array((Collection<?>) value, depth, scope);
      case OBJECT_ARRAY -> array(Arrays.asList((@Nullable Object[]) value), depth, scope);
      case PRIMITIVE_ARRAY -> primitives(value, depth, scope);
      case BYTES -> primitives(bytes((ByteBuffer) value), depth, scope);
      case HOLDER -> value(held(value), depth, scope);
      case JSON_TREE -> tree(value, shape, depth, scope);
      case FIELDS -> fields(value, shape, shape.naming() != TypeShape.Naming.NEVER, depth, scope);
      case NAME_ONLY -> out.raw(shape.name());
      case UNREADABLE -> skip(shape.name());
    }
  }

  private void map(Map<?, ?> map, int depth, long scope) {
    if (depth == Bounds.DEPTH) {
      skip(Bounds.SKIPPED_OBJECT);
      return;
    }
    List<Member> members = membersInOrder(map, depth, scope);
    if (members == null) {
      out.raw(Bounds.SKIPPED_OBJECT);
      return;
    }
    out.raw('{');
    boolean first = true;
    for (Member member : members) {
      long inner = rule.member(scope, member.name());
      if (inner == PathRule.DROP) {
        continue;
      }
      if (!next(first)) {
        break;
      }
      first = false;
      if (member.key() == null) {
        string(member.name());
      } else {
        out.raw(member.name());
      }
      out.raw(':');
      value(member.value(), depth + 1, inner);
    }
    if (valuesLeft < 0) {
      skip(Bounds.MORE);
    }
    out.raw('}');
  }

  /** Returns null where the map cannot be read; another thread may be changing it. */
  private @Nullable List<Member> membersInOrder(Map<?, ?> map, int depth, long scope) {
    int left = valuesLeft;
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      try {
        List<Member> members = new ArrayList<>();
        for (Map.Entry<?, ?> entry : map.entrySet()) {
          if (--valuesLeft < 0) {
            break;
          }
          members.add(member(entry.getKey(), entry.getValue(), depth, scope));
        }
        members.sort(Comparator.comparing(Member::name));
        return members;
      } catch (Exception | LinkageError | StackOverflowError e) {
        noteLackOfStack(e);
        valuesLeft = left;
      }
    }
    return null;
  }

  /** A key that is no single value counts by its own canonical form, under the same rule. */
  private Member member(@Nullable Object key, @Nullable Object value, int depth, long scope) {
    if (key == null) {
      return new Member("null", null, value);
    }
    if (shapes.get(key.getClass()).kind() == TypeShape.Kind.SCALAR) {
      return new Member(Scalars.text(key), null, value);
    }
    return new Member(apart(key, depth + 1, scope), key, value);
  }

  /** Returns the canonical form of a value that is to be sorted before it is written. */
  private String apart(@Nullable Object value, int depth, long scope) {
    CanonicalText whole = out;
    out = new CanonicalText(whole.room());
    try {
      value(value, depth, scope);
      return out.toString();
    } finally {
      out = whole;
    }
  }

  private void array(Collection<?> elements, int depth, long scope) {
    if (depth == Bounds.DEPTH) {
      skip(Bounds.SKIPPED_ARRAY);
      return;
    }
    long inner = rule.element(scope);
    out.raw('[');
    try {
      boolean first = true;
      for (Object element : inner == PathRule.DROP ? List.of() : elements) {
        valuesLeft--;
        if (!next(first)) {
          break;
        }
        first = false;
        value(element, depth + 1, inner);
      }
    } catch (Exception | LinkageError | StackOverflowError e) {
      noteLackOfStack(e);
      out.raw(Bounds.MORE);
    }
    out.raw(']');
  }

  /** Writes a set in the order of its elements' text: two equal sets may have different orders. */
  private void set(Collection<?> set, int depth, long scope) {
    if (depth == Bounds.DEPTH) {
      skip(Bounds.SKIPPED_ARRAY);
      return;
    }
    long inner = rule.element(scope);
    List<Member> elements = new ArrayList<>();
    boolean read = true;
    try {
      for (Object element : inner == PathRule.DROP ? List.of() : set) {
        if (--valuesLeft < 0) {
          break;
        }
        elements.add(new Member(sortingText(element, depth, inner), null, element));
      }
    } catch (Exception | LinkageError | StackOverflowError e) {
      noteLackOfStack(e);
      read = false;
    }
    elements.sort(Comparator.comparing(Member::name));
    out.raw('[');
    boolean first = true;
    for (Member element : elements) {
      if (!next(first)) {
        break;
      }
      first = false;
      value(element.value(), depth + 1, inner);
    }
    if (!read) {
      out.raw(Bounds.MORE);
    }
    out.raw(']');
  }

  private String sortingText(@Nullable Object element, int depth, long scope) {
    if (element == null || shapes.get(element.getClass()).kind() != TypeShape.Kind.SCALAR) {
      return apart(element, depth + 1, scope);
    }
    return Scalars.text(element);
  }

  private void primitives(Object array, int depth, long scope) {
    if (depth == Bounds.DEPTH) {
      skip(Bounds.SKIPPED_ARRAY);
      return;
    }
    int length = PathRule.isKept(rule.element(scope)) ? Array.getLength(array) : 0;
    out.raw('[');
    for (int i = 0; i < length && !out.isFull(); i++) {
      if (i > 0) {
        out.raw(',');
      }
      complete &= Scalars.append(out, Array.get(array, i));
    }
    complete &= length == 0 || !out.isFull();
    out.raw(']');
  }

  private void fields(Object object, TypeShape shape, boolean named, int depth, long scope) {
    if (named) {
      out.raw(shape.name());
    }
    ObjectFields fields = shape.fields();
    if (fields == null || depth == Bounds.DEPTH || objectsLeft == 0) {
      skip(Bounds.SKIPPED_OBJECT);
      return;
    }
    objectsLeft--;
    out.raw('{');
    boolean first = true;
    for (int i = 0; i < fields.size(); i++) {
      long inner = rule.member(scope, fields.name(i));
      if (inner == PathRule.DROP) {
        continue;
      }
      if (!next(first)) {
        break;
      }
      first = false;
      string(fields.name(i));
      out.raw(':');
      value(fields.read(i, object), depth + 1, inner);
    }
    if (!fields.isComplete()) {
      out.raw(Bounds.MORE);
    }
    out.raw('}');
  }

  private void tree(Object tree, TypeShape shape, int depth, long scope) {
    String text = text(tree, shape);
    Optional<JsonText.Parsed> json = parse(text, depth);
    if (json.isPresent()) {
      value(json.get().value(), depth, scope);
    } else {
      string(text);
    }
  }

  private void scalar(Object value, TypeShape shape, long scope) {
    if (!PathRule.isKept(scope)) {
      out.raw("null");
      return;
    }
    try {
      complete &= Scalars.append(out, value);
    } catch (Exception | LinkageError | StackOverflowError e) {
      noteLackOfStack(e);
      out.raw(shape.name());
    }
  }

  private void string(String text) {
    complete &= out.string(text);
  }

  /** Begins a member or element; returns false if there is to be no more in this container. */
  private boolean next(boolean first) {
    if (!first) {
      out.raw(',');
    }
    if (out.isFull() || valuesLeft < 0) {
      skip(Bounds.MORE);
      return false;
    }
    return true;
  }

  /** Writes a mark in the place of what is beyond a bound. */
  private void skip(String mark) {
    complete = false;
    out.raw(mark);
  }

  /** Returns the text of a JSON tree or character sequence, or its class's name if that fails. */
  private String text(Object value, TypeShape shape) {
    try {
      return Scalars.text(value);
    } catch (Exception | LinkageError | StackOverflowError e) {
      noteLackOfStack(e);
      return shape.name();
    }
  }

  /** What was not read for lack of stack may differ: it says nothing about the arguments. */
  private void noteLackOfStack(Throwable failure) {
    complete &= !(failure instanceof StackOverflowError);
  }

  private static byte[] bytes(ByteBuffer buffer) {
    ByteBuffer view = buffer.duplicate();
    byte[] bytes = new byte[Math.min(view.remaining(), Bounds.CHARACTERS)];
    view.get(bytes);
    return bytes;
  }

  /** Returns what an {@code Optional} or atomic reference holds, however often wrapped. */
  private static @Nullable Object held(@Nullable Object holder) {
    Object value = holder;
    for (int i = 0; i < Bounds.DEPTH; i++) {
      if (value instanceof Optional<?> optional) {
        value = optional.orElse(null);
      } else if (value instanceof AtomicReference<?> reference) {
        value = reference.get();
      } else {
        return value;
      }
    }
    return null;
  }
}
