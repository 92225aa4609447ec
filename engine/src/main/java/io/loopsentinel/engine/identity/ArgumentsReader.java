package io.loopsentinel.engine.identity;

import io.loopsentinel.engine.identity.CanonicalWriter.Form;
import io.loopsentinel.engine.identity.PlainJson.Elements;
import io.loopsentinel.engine.identity.PlainJson.Mark;
import io.loopsentinel.engine.identity.PlainJson.Member;
import io.loopsentinel.engine.identity.PlainJson.Members;
import io.loopsentinel.engine.identity.TypeShapes.Naming;
import io.loopsentinel.engine.identity.TypeShapes.Shape;
import java.lang.reflect.Array;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Reads the arguments of one call into {@link PlainJson}, whatever their type.
 *
 * <p>What a value's own code refuses to give becomes a mark, and reading goes on. In each method
 * {@code depth} is the number of containers that the value stands in. Used for one call; not
 * thread-safe.
 */
final class ArgumentsReader {

  private static final int ATTEMPTS = 3;

  private static final Members NO_ARGUMENTS = new Members("", List.of(), null);
  private static final Elements NO_ELEMENTS = new Elements(List.of(), null);
  private static final Mark TOO_MANY = Mark.more(false);

  private final TypeShapes shapes;
  private int valuesLeft = CanonicalJson.VALUES;
  private int charactersLeft = CanonicalJson.CHARACTERS;

  private ArgumentsReader(TypeShapes shapes) {
    this.shapes = shapes;
  }

  /** Reads arguments; throws nothing, whatever they do. */
  static @Nullable Object read(@Nullable Object arguments, IdentityRule rule, TypeShapes shapes) {
    try {
      return new ArgumentsReader(shapes).arguments(arguments, rule.scope());
    } catch (Throwable e) {
      return Mark.more(e);
    }
  }

  /**
   * Reads the arguments as a whole. They differ from the values in them: a text that is JSON is
   * parsed; and null, JSON null, and a text that is empty or blank are no arguments.
   */
  private Object arguments(@Nullable Object arguments, PathScope scope) {
    Object value = held(arguments);
    if (value == null) {
      return NO_ARGUMENTS;
    }
    Shape shape = shapes.get(value.getClass());
    Object json;
    if (value instanceof CharSequence || shape.kind() == TypeShapes.Kind.JSON_TREE) {
      String text = text(value, shape);
      json = text.isBlank() ? null : JsonText.parse(text, 0, scope);
    } else {
      json = value(value, 0, scope);
    }
    return json == null ? NO_ARGUMENTS : json;
  }

  private @Nullable Object value(@Nullable Object value, int depth, PathScope scope) {
    if (value == null) {
      return null;
    }
    Shape shape = shapes.get(value.getClass());
    return switch (shape.kind()) {
      case SCALAR -> scope.isKept() ? scalar(value, shape) : null;
      case MAP -> map((Map<?, ?>) value, depth, scope);
      case SET -> array((Collection<?>) value, true, depth, scope);
      case COLLECTION -> array((Collection<?>) value, false, depth, scope);
      case OBJECT_ARRAY -> array(Arrays.asList((@Nullable Object[]) value), false, depth, scope);
      case PRIMITIVE_ARRAY -> primitives(value, depth, scope);
      case BYTES -> primitives(bytes((ByteBuffer) value), depth, scope);
      case HOLDER -> value(held(value), depth, scope);
      case JSON_TREE -> JsonText.parse(text(value, shape), depth, scope);
      case FIELDS -> object(value, shape, depth, scope);
      case NAME_ONLY -> new Mark(shape.name(), true);
      case UNREADABLE -> new Mark(shape.name(), false);
    };
  }

  private Object map(Map<?, ?> map, int depth, PathScope scope) {
    if (depth == CanonicalJson.DEPTH) {
      return Mark.object(false);
    }
    boolean known = true;
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      int left = valuesLeft;
      try {
        return members(map, depth, scope);
      } catch (Exception | LinkageError | StackOverflowError e) {
        // Another thread may be changing it.
        known = Mark.more(e).known();
        valuesLeft = left;
      }
    }
    return Mark.object(known);
  }

  private Members members(Map<?, ?> map, int depth, PathScope scope) {
    List<Member> members = new ArrayList<>();
    Mark end = null;
    for (Map.Entry<?, ?> entry : map.entrySet()) {
      if (!hasRoom()) {
        end = TOO_MANY;
        break;
      }
      Object key = key(entry.getKey(), depth, scope);
      Form form = CanonicalWriter.sortable(key);
      end = form.complete() ? end : TOO_MANY;
      PathScope inside = scope.member(form.text());
      if (inside != PathScope.DROP) {
        Object value = value(entry.getValue(), depth + 1, inside);
        members.add(new Member(form.text(), !isContainer(key), value));
      }
    }
    Collections.sort(members);
    return new Members("", members, end);
  }

  /** A key that is no single value counts by its own canonical form, under the same rule. */
  private @Nullable Object key(@Nullable Object key, int depth, PathScope scope) {
    boolean isScalar = key == null || shapes.get(key.getClass()).kind() == TypeShapes.Kind.SCALAR;
    return value(key, depth + 1, isScalar ? PathScope.KEEP : scope);
  }

  private static boolean isContainer(@Nullable Object json) {
    return json instanceof Members || json instanceof Elements || json instanceof Mark;
  }

  /** A set is in the order of its elements' text: two equal sets may have different orders. */
  private Object array(Collection<?> collection, boolean sorted, int depth, PathScope scope) {
    if (depth == CanonicalJson.DEPTH) {
      return Mark.array(false);
    }
    PathScope inside = scope.element();
    if (inside == PathScope.DROP) {
      return NO_ELEMENTS;
    }
    List<@Nullable Object> elements = new ArrayList<>();
    Mark end = null;
    try {
      for (Object element : collection) {
        if (!hasRoom()) {
          end = TOO_MANY;
          break;
        }
        elements.add(value(element, depth + 1, inside));
      }
    } catch (Exception | LinkageError | StackOverflowError e) {
      end = Mark.more(e);
    }
    return new Elements(sorted ? sorted(elements) : elements, end);
  }

  private static List<@Nullable Object> sorted(List<@Nullable Object> elements) {
    List<Member> byText = new ArrayList<>();
    for (Object element : elements) {
      byText.add(new Member(CanonicalWriter.sortable(element).text(), true, element));
    }
    Collections.sort(byText);
    List<@Nullable Object> sorted = new ArrayList<>();
    byText.forEach(member -> sorted.add(member.value()));
    return sorted;
  }

  private Object primitives(Object array, int depth, PathScope scope) {
    if (depth == CanonicalJson.DEPTH) {
      return Mark.array(false);
    }
    charactersLeft -= Math.min(Array.getLength(array), CanonicalJson.CHARACTERS);
    return scope.element().isKept() ? array : NO_ELEMENTS;
  }

  /** The class's name belongs to the arguments themselves only where fields cannot tell all. */
  private Object object(Object object, Shape shape, int depth, PathScope scope) {
    Naming naming = shape.naming();
    boolean named = depth == 0 ? naming == Naming.ALWAYS : naming != Naming.NEVER;
    String name = named ? shape.name() : "";
    ObjectFields fields = shape.fields();
    if (fields == null || depth == CanonicalJson.DEPTH) {
      return new Mark(name + Mark.object(false).text(), false);
    }
    List<Member> members = new ArrayList<>();
    Mark end = fields.complete() ? null : Mark.more(true);
    for (ObjectFields.ReadableField field : fields.fields()) {
      PathScope inside = scope.member(field.name());
      if (inside == PathScope.DROP) {
        continue;
      }
      if (!hasRoom()) {
        end = TOO_MANY;
        break;
      }
      members.add(new Member(field.name(), true, value(field.read(object), depth + 1, inside)));
    }
    return new Members(name, members, end);
  }

  private @Nullable Object scalar(Object value, Shape shape) {
    try {
      Object plain = Scalars.plain(value);
      charactersLeft -= plain instanceof String text ? text.length() : 0;
      return plain;
    } catch (Exception | LinkageError | StackOverflowError e) {
      return new Mark(shape.name(), Mark.more(e).known());
    }
  }

  /** Counts a member or element; returns whether there is room for it. */
  private boolean hasRoom() {
    return --valuesLeft >= 0 && charactersLeft >= 0;
  }

  /** Returns the text of a JSON tree or character sequence, or its class's name if that fails. */
  private String text(Object value, Shape shape) {
    try {
      String text = Scalars.text(value);
      charactersLeft -= text.length();
      return text;
    } catch (Exception | LinkageError e) {
      return shape.name();
    }
  }

  private byte[] bytes(ByteBuffer buffer) {
    ByteBuffer view = buffer.duplicate();
    byte[] bytes = new byte[Math.min(view.remaining(), CanonicalJson.CHARACTERS)];
    view.get(bytes);
    return bytes;
  }

  /** Returns what an {@code Optional} or atomic reference holds, however often wrapped. */
  private static @Nullable Object held(@Nullable Object holder) {
    Object value = holder;
    for (int i = 0; i < CanonicalJson.DEPTH; i++) {
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
