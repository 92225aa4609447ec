package io.loopsentinel.engine.identity;

import io.loopsentinel.engine.identity.TypeShapes.Kind;
import io.loopsentinel.engine.identity.TypeShapes.Naming;
import io.loopsentinel.engine.identity.TypeShapes.Shape;
import java.lang.reflect.Array;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Writes the arguments of one call, whatever their type, in {@linkplain CanonicalJson canonical
 * form}.
 *
 * <p>What a value's own code refuses to give becomes a mark, and writing goes on. In each method
 * {@code depth} is the number of containers that the value stands in. Used for one call; not
 * thread-safe.
 */
final class CanonicalWriter {

  private static final int ATTEMPTS = 3;
  private static final int MAX_VALUES = 1_024;
  private static final Comparator<Member> BY_NAME = Comparator.comparing(Member::name);

  private final IdentityRule rule;
  private final TypeShapes shapes;
  private final boolean objects;
  private final CanonicalText text = new CanonicalText();
  private final List<String> values = new ArrayList<>();
  private final Set<String> named = new HashSet<>();
  private int membersLeft = CanonicalJson.VALUES;
  private int formsLeft = CanonicalJson.CHARACTERS;

  private CanonicalWriter(IdentityRule rule, TypeShapes shapes, boolean objects) {
    this.rule = rule;
    this.shapes = shapes;
    this.objects = objects;
  }

  /**
   * Arguments in canonical form.
   *
   * @param values the texts and numbers in them, in their order, no names; the first 1,024
   * @param complete whether all of them were read and written
   * @param named the paths of the rule that named one of them
   */
  record Written(String text, List<String> values, boolean complete, Set<String> named) {}

  /** A value that is written as it stands. */
  private record Form(String text) {}

  /**
   * A member of an object, or an element of a set.
   *
   * @param name of the member, or what the element is sorted by
   * @param isText whether the name is text, to be quoted, or a canonical form
   * @param scope of the value
   */
  private record Member(String name, boolean isText, @Nullable Object value, PathScope scope) {}

  /** Writes arguments; throws nothing, whatever they do. */
  static Written write(@Nullable Object arguments, IdentityRule rule, TypeShapes shapes) {
    return new CanonicalWriter(rule, shapes, true).written(arguments);
  }

  /**
   * Writes arguments to be shown: without the fields of objects, in whose place {@link
   * CanonicalJson#OBJECT} stands. They may hold what no model and no person is to see.
   */
  static Written writeShown(@Nullable Object arguments, IdentityRule rule, TypeShapes shapes) {
    return new CanonicalWriter(rule, shapes, false).written(arguments);
  }

  private Written written(@Nullable Object arguments) {
    try {
      arguments(arguments);
    } catch (Throwable e) {
      text.take(0);
      mark(CanonicalText.MORE, isKnown(e));
    }
    return new Written(text.take(0), List.copyOf(values), text.isComplete(), Set.copyOf(named));
  }

  /**
   * Writes the arguments as a whole. They differ from the values in them: a text that is JSON is
   * parsed; null, JSON null, and a text that is empty or blank are no arguments; and paths of a
   * rule have an effect on objects only.
   */
  private void arguments(@Nullable Object arguments) {
    Object held = held(arguments);
    Object plain = held instanceof CharSequence ? json(held) : plain(held, PathScope.KEEP);
    if (plain == null) {
      text.raw("{}");
      return;
    }
    Kind kind = shapes.get(plain.getClass()).kind();
    boolean isObject = kind == Kind.MAP || kind == Kind.FIELDS;
    value(plain, 0, isObject ? rule.scope().noting(named) : PathScope.KEEP);
  }

  private void value(@Nullable Object value, int depth, PathScope scope) {
    Object plain = normalised(plain(value, scope));
    if (plain == null || plain instanceof Form) {
      scalar(plain);
      return;
    }
    Shape shape = shapes.get(plain.getClass());
    switch (shape.kind()) {
      case MAP, FIELDS -> object(plain, shape, depth, scope);
      case SET, COLLECTION, OBJECT_ARRAY, PRIMITIVE_ARRAY, BYTES ->
          array(plain, shape.kind(), depth, scope);
      case NAME_ONLY -> mark(shape.name(), true);
      case UNREADABLE -> mark(shape.name(), false);
      default -> scalar(plain);
    }
  }

  /** Returns a single value as JSON has it, a tree of JSON as collections, all else as it is. */
  private @Nullable Object plain(@Nullable Object value, PathScope scope) {
    Object held = held(value);
    if (held == null || held instanceof Form) {
      return held;
    }
    Shape shape = shapes.get(held.getClass());
    return switch (shape.kind()) {
      case SCALAR -> scope.isKept() ? plainScalar(held, shape) : null;
      case JSON_TREE -> plain(json(held), scope);
      default -> held;
    };
  }

  private @Nullable Object normalised(@Nullable Object plain) {
    return plain instanceof String string ? rule.normalisation().text(string) : plain;
  }

  private @Nullable Object plainScalar(Object value, Shape shape) {
    try {
      Object plain = Scalars.plain(value);
      if (plain instanceof BigInteger whole && whole.bitLength() > CanonicalJson.BITS) {
        text.incomplete();
        return new Form(CanonicalText.MORE);
      }
      return plain;
    } catch (Exception | LinkageError | StackOverflowError e) {
      if (!isKnown(e)) {
        text.incomplete();
      }
      return new Form(shape.name());
    }
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

  /** Reads JSON text, of which nothing is null; the class's name is read if the text fails. */
  private @Nullable Object json(Object value) {
    String json;
    try {
      json = Scalars.text(value);
    } catch (Exception | LinkageError e) {
      json = shapes.get(value.getClass()).name();
    }
    return json.isBlank() ? null : JsonText.parse(json);
  }

  private void scalar(@Nullable Object plain) {
    if (plain instanceof String string) {
      text.string(string);
      addValue(string);
    } else if (plain instanceof Form form) {
      text.raw(form.text());
    } else {
      String written = CanonicalText.of(plain);
      text.raw(written);
      if (plain instanceof Number) {
        addValue(written);
      }
    }
  }

  private void addValue(String value) {
    if (values.size() < MAX_VALUES) {
      values.add(value);
    }
  }

  /** Descriptions may count as arguments, but their words never do. */
  private void arguments(List<Member> arguments) {
    List<Member> given = withoutDefaults(arguments);
    boolean describes = given.stream().anyMatch(argument -> !isDescription(argument));
    boolean leavesOut = rule.normalisation().descriptions() && rule.only().isEmpty();
    for (Member argument : given) {
      boolean isDescription = describes && isDescription(argument);
      if (!isDescription || !leavesOut) {
        int before = values.size();
        write(List.of(argument), 0);
        if (isDescription) {
          values.subList(before, values.size()).clear();
        }
      }
    }
  }

  private void write(List<Member> members, int depth) {
    for (Member member : members) {
      if (!next(1)) {
        break;
      }
      if (member.isText()) {
        text.string(member.name());
      } else {
        text.raw(member.name());
      }
      text.raw(":");
      value(member.value(), depth + 1, member.scope());
    }
  }

  private List<Member> withoutDefaults(List<Member> arguments) {
    Map<String, @Nullable Object> defaults = rule.normalisation().defaults();
    if (defaults.isEmpty()) {
      return arguments;
    }
    return arguments.stream()
        .filter(
            argument ->
                !defaults.containsKey(argument.name())
                    || !form(argument.value(), argument.scope())
                        .equals(form(defaults.get(argument.name()), argument.scope())))
        .toList();
  }

  private boolean isDescription(Member argument) {
    return Normalisation.DESCRIPTIONS.contains(argument.name())
        && plain(argument.value(), argument.scope()) instanceof String;
  }

  /** Returns the canonical form of an argument, which is then not yet written. */
  private String form(@Nullable Object argument, PathScope scope) {
    int start = text.length();
    int before = values.size();
    int left = membersLeft;
    value(argument, 1, scope);
    values.subList(before, values.size()).clear();
    membersLeft = left;
    return text.take(start);
  }

  /** A key that is no single value counts by its own canonical form, under the same rule. */
  private Member member(Map.Entry<?, ?> entry, int depth, PathScope scope) {
    Object plain = plain(entry.getKey(), PathScope.KEEP);
    boolean isScalar = plain == null || plain instanceof Number || plain instanceof Boolean;
    int before = values.size();
    Member name = sortable(isScalar ? CanonicalText.of(plain) : plain, depth, scope);
    values.subList(before, values.size()).clear();
    return new Member(name.name(), name.isText(), entry.getValue(), scope.member(name.name()));
  }

  /** Returns what a value is sorted by: a text by itself, all others by their canonical form. */
  private Member sortable(@Nullable Object plain, int depth, PathScope scope) {
    if (plain instanceof String string) {
      return new Member(string, true, string, PathScope.KEEP);
    }
    int start = text.length();
    value(plain, depth + 1, scope);
    String form = text.take(start);
    formsLeft -= form.length();
    if (formsLeft < 0) {
      text.incomplete();
      form = CanonicalText.MORE;
    }
    return new Member(form, false, new Form(form), PathScope.KEEP);
  }

  /** Returns the members of a map or the elements of a set, as far as there may be room. */
  private List<Member> sorted(Object container, int depth, PathScope scope) {
    boolean known = true;
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      int left = membersLeft;
      try {
        return members(container, depth, scope);
      } catch (Exception | LinkageError | StackOverflowError e) {
        // Another thread may be changing it.
        known = isKnown(e);
        membersLeft = left;
      }
    }
    mark(CanonicalText.MORE, known);
    return List.of();
  }

  private List<Member> members(Object container, int depth, PathScope scope) {
    List<Member> members = new ArrayList<>();
    int count = 0;
    Map<?, ?> map = container instanceof Map<?, ?> entries ? entries : null;
    for (Object each : map != null ? map.entrySet() : (Collection<?>) container) {
      if (count++ > membersLeft) {
        text.incomplete();
        break;
      }
      Member member =
          map != null
              ? member((Map.Entry<?, ?>) each, depth, scope)
              : sortable(normalised(plain(each, scope)), depth, scope);
      if (!member.scope().equals(PathScope.DROP)) {
        members.add(member);
      }
    }
    members.sort(BY_NAME);
    return members;
  }

  private void array(Object array, Kind kind, int depth, PathScope scope) {
    PathScope inside = scope.element();
    int counted = kind == Kind.PRIMITIVE_ARRAY || kind == Kind.BYTES ? 0 : 1;
    text.raw("[");
    if (depth == CanonicalJson.DEPTH) {
      mark(CanonicalText.MORE, false);
    } else if (!inside.equals(PathScope.DROP)) {
      try {
        for (Object element : elements(array, kind, depth, inside)) {
          if (!next(counted)) {
            break;
          }
          value(element, depth + 1, inside);
        }
      } catch (Exception | LinkageError | StackOverflowError e) {
        mark(CanonicalText.MORE, isKnown(e));
      }
    }
    text.raw("]");
  }

  /** A set is in the order of its elements' text: two equal sets may have different orders. */
  private Iterable<? extends @Nullable Object> elements(
      Object array, Kind kind, int depth, PathScope inside) {
    return switch (kind) {
      case SET -> sorted(array, depth, inside).stream().map(Member::value).toList();
      case OBJECT_ARRAY -> Arrays.asList((@Nullable Object[]) array);
      case PRIMITIVE_ARRAY -> primitives(array);
      case BYTES -> primitives(bytes((ByteBuffer) array));
      default -> (Collection<?>) array;
    };
  }

  /** Boxes elements one by one: only those are for which there is room. */
  private static Iterable<Object> primitives(Object array) {
    return () ->
        IntStream.range(0, Array.getLength(array)).mapToObj(i -> Array.get(array, i)).iterator();
  }

  private static byte[] bytes(ByteBuffer buffer) {
    ByteBuffer view = buffer.duplicate();
    byte[] bytes = new byte[Math.min(view.remaining(), CanonicalJson.CHARACTERS)];
    view.get(bytes);
    return bytes;
  }

  /** The class's name belongs to the arguments themselves only where fields cannot tell all. */
  private void object(Object object, Shape shape, int depth, PathScope scope) {
    ObjectFields fields = shape.fields();
    boolean named =
        fields != null
            && (depth == 0 ? shape.naming() == Naming.ALWAYS : shape.naming() != Naming.NEVER);
    if (fields != null && !objects) {
      text.raw(CanonicalJson.OBJECT);
      return;
    }
    text.raw(named ? shape.name() : "").raw("{");
    if (depth == CanonicalJson.DEPTH) {
      mark(CanonicalText.MORE, false);
    } else {
      List<Member> members =
          fields == null ? sorted(object, depth, scope) : values(object, fields, scope);
      if (depth == 0) {
        arguments(members);
      } else {
        write(members, depth);
      }
      if (fields != null && !fields.complete()) {
        mark(CanonicalText.MORE, true);
      }
    }
    text.raw("}");
  }

  private static List<Member> values(Object object, ObjectFields fields, PathScope scope) {
    return fields.fields().stream()
        .map(each -> new Member(each.name(), true, each.read(object), scope.member(each.name())))
        .filter(member -> !member.scope().equals(PathScope.DROP))
        .toList();
  }

  /** Begins a member or element; returns false if there is no room for it. */
  private boolean next(int counted) {
    membersLeft -= counted;
    boolean hasRoom = text.next() && membersLeft >= 0;
    if (!hasRoom) {
      mark(CanonicalText.MORE, false);
    }
    return hasRoom;
  }

  /**
   * Writes what stands in the place of a value, or of further ones, that was not read. None is
   * JSON, so no value of the application is written in the same way.
   *
   * @param known whether nothing is lost: what was not read is no part of the value, or can never
   *     be read
   */
  private void mark(String mark, boolean known) {
    text.raw(mark);
    if (!known) {
      text.incomplete();
    }
  }

  /** A failure for lack of stack, and what follows of it, says nothing of the value. */
  private static boolean isKnown(Throwable failure) {
    return !(failure instanceof StackOverflowError || failure instanceof LinkageError);
  }
}
