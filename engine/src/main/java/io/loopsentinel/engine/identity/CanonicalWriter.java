package io.loopsentinel.engine.identity;

import io.loopsentinel.engine.identity.PlainValues.Form;
import io.loopsentinel.engine.identity.TypeShapes.Kind;
import io.loopsentinel.engine.identity.TypeShapes.Naming;
import io.loopsentinel.engine.identity.TypeShapes.Shape;
import io.loopsentinel.engine.text.StoppedThread;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Writes the arguments of one call in {@linkplain CanonicalJson canonical form}.
 *
 * <p>A value whose own code fails is replaced by a placeholder, and writing continues. In each
 * method {@code depth} is the number of containers around the value. For one use; not thread-safe.
 */
final class CanonicalWriter {

  private static final int MAX_ATTEMPTS = 3;
  private static final int MAX_LISTED_VALUES = 1_024;
  private static final Comparator<Member> BY_NAME = Comparator.comparing(Member::name);

  private final IdentityRule rule;
  private final TypeShapes shapes;
  private final PlainValues plain;
  private final boolean withFields;
  private final CanonicalText text = new CanonicalText();
  private final List<String> values = new ArrayList<>(4);
  private final Set<String> matchedPaths;
  private int membersLeft = CanonicalJson.MAX_VALUES;
  private int sortKeyCharsLeft = CanonicalJson.MAX_CHARACTERS;

  private CanonicalWriter(IdentityRule rule, TypeShapes shapes, boolean withFields) {
    this.rule = rule;
    this.shapes = shapes;
    this.plain = new PlainValues(rule, shapes);
    this.withFields = withFields;
    this.matchedPaths = rule.hasPaths() ? new HashSet<>() : Set.of();
  }

  /**
   * A member of an object, or an element of a set.
   *
   * @param name the member's name or the element's sort key
   * @param isText whether the name is text, to be quoted, instead of a canonical form
   */
  private record Member(String name, boolean isText, @Nullable Object value, PathScope scope) {}

  /** Writes arguments. Never throws, even if they do. */
  static CanonicalJson.Written write(
      @Nullable Object arguments, IdentityRule rule, TypeShapes shapes) {
    return new CanonicalWriter(rule, shapes, true).writeAll(arguments);
  }

  /**
   * Writes arguments for display: objects are replaced by {@link CanonicalJson#OBJECT}, because
   * their fields may hold secrets that neither a model nor a person may see.
   */
  static CanonicalJson.Written writeShown(
      @Nullable Object arguments, IdentityRule rule, TypeShapes shapes) {
    return new CanonicalWriter(rule, shapes, false).writeAll(arguments);
  }

  private CanonicalJson.Written writeAll(@Nullable Object arguments) {
    try {
      writeArguments(arguments);
    } catch (Throwable e) {
      StoppedThread.passOn(e);
      text.removeFrom(0);
      writePlaceholder(CanonicalText.PLACEHOLDER, PlainValues.isConclusive(e));
    }
    return new CanonicalJson.Written(text.removeFrom(0), values, text.isComplete(), matchedPaths);
  }

  /**
   * Writes the top-level arguments. Unlike nested values, JSON text is parsed; null, JSON null and
   * empty or blank text count as no arguments; and the paths of a rule apply to objects only.
   */
  private void writeArguments(@Nullable Object arguments) {
    Object value = plain.ofArguments(arguments);
    if (value == null) {
      text.append("{}");
      return;
    }
    Kind kind = shapes.get(value.getClass()).kind();
    boolean isObject = kind == Kind.MAP || kind == Kind.FIELDS;
    boolean isSelected = isObject && rule.hasPaths();
    writeValue(value, 0, isSelected ? rule.scope().recordingTo(matchedPaths) : PathScope.KEEP);
  }

  private void writeValue(@Nullable Object value, int depth, PathScope scope) {
    Object read = plain.normalised(value, scope);
    if (read == null || read instanceof Form) {
      writeScalar(read);
      return;
    }
    Shape shape = shapes.get(read.getClass());
    switch (shape.kind()) {
      case MAP, FIELDS -> writeObject(read, shape, depth, scope);
      case SET, COLLECTION, OBJECT_ARRAY, PRIMITIVE_ARRAY, BYTES ->
          writeArray(read, shape.kind(), depth, scope);
      case NAME_ONLY -> writePlaceholder(shape.name(), true);
      case UNREADABLE -> writePlaceholder(shape.name(), false);
      default -> writeScalar(read);
    }
  }

  private void writeScalar(@Nullable Object scalar) {
    if (scalar instanceof String string) {
      text.appendQuoted(string);
      addValue(string);
    } else if (scalar instanceof Form form) {
      writePlaceholder(form.text(), form.complete());
    } else {
      String written = CanonicalText.of(scalar);
      text.append(written);
      if (scalar != null) {
        addValue(written);
      }
    }
  }

  private void addValue(String value) {
    if (values.size() < MAX_LISTED_VALUES) {
      values.add(value);
    }
  }

  /** Writes the top-level members. Descriptions may count, but their texts are not values. */
  private void writeArguments(List<Member> arguments) {
    List<Member> given = withoutDefaults(arguments);
    boolean describes = false;
    for (Member argument : given) {
      describes |= !plain.isDescription(argument.name(), argument.value(), argument.scope());
    }
    boolean leavesOut = rule.normalisation().descriptions() && rule.only().isEmpty();
    for (Member argument : given) {
      boolean isDescription =
          describes && plain.isDescription(argument.name(), argument.value(), argument.scope());
      if (!isDescription || !leavesOut) {
        int before = values.size();
        writeMember(argument, 0);
        if (isDescription) {
          values.subList(before, values.size()).clear();
        }
      }
    }
  }

  /** Returns false if a limit is reached, and writes a placeholder instead. */
  private boolean writeMember(Member member, int depth) {
    if (!beginElement(1)) {
      return false;
    }
    if (member.isText()) {
      text.appendQuoted(member.name());
    } else {
      text.append(member.name());
    }
    text.append(":");
    writeValue(member.value(), depth + 1, member.scope());
    return true;
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
                    || !canonicalForm(argument.value(), argument.scope())
                        .equals(canonicalForm(defaults.get(argument.name()), argument.scope())))
        .toList();
  }

  /** Returns the canonical form of an argument without writing it. */
  private String canonicalForm(@Nullable Object argument, PathScope scope) {
    int start = text.length();
    int before = values.size();
    int left = membersLeft;
    writeValue(argument, 1, scope);
    values.subList(before, values.size()).clear();
    membersLeft = left;
    return text.removeFrom(start);
  }

  /** Names the member by its key's canonical form, under the same rule, if that is not a scalar. */
  private Member member(Map.Entry<?, ?> entry, int depth, PathScope scope) {
    Object key = plain.of(entry.getKey(), PathScope.KEEP);
    if (key instanceof String name) {
      return new Member(name, true, entry.getValue(), scope.member(name));
    }
    boolean isScalar = key == null || key instanceof Number || key instanceof Boolean;
    int before = values.size();
    Member name = sortable(isScalar ? CanonicalText.of(key) : key, depth, scope);
    values.subList(before, values.size()).clear();
    return new Member(name.name(), name.isText(), entry.getValue(), scope.member(name.name()));
  }

  /** Returns a member whose name is the sort key: the text itself or the canonical form. */
  private Member sortable(@Nullable Object read, int depth, PathScope scope) {
    if (read instanceof String string) {
      return new Member(string, true, string, PathScope.KEEP);
    }
    int start = text.length();
    writeValue(read, depth + 1, scope);
    String form = text.removeFrom(start);
    sortKeyCharsLeft -= form.length();
    if (sortKeyCharsLeft < 0) {
      text.markIncomplete();
      form = CanonicalText.PLACEHOLDER;
    }
    return new Member(form, false, new Form(form, true), PathScope.KEEP);
  }

  /** Returns the members of a map or the elements of a set, up to the limit on members. */
  private List<Member> sortedMembers(Object container, int depth, PathScope scope) {
    boolean lossless = true;
    int start = text.length();
    int before = values.size();
    for (int attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      int left = membersLeft;
      try {
        return members(container, depth, scope);
      } catch (Exception | LinkageError | StackOverflowError e) {
        // Another thread may be changing it.
        lossless = PlainValues.isConclusive(e);
        membersLeft = left;
        String unused = text.removeFrom(start);
        values.subList(before, values.size()).clear();
      }
    }
    writePlaceholder(CanonicalText.PLACEHOLDER, lossless);
    return List.of();
  }

  private List<Member> members(Object container, int depth, PathScope scope) {
    List<Member> members = new ArrayList<>(4);
    int count = 0;
    Map<?, ?> map = container instanceof Map<?, ?> entries ? entries : null;
    for (Object each : map != null ? map.entrySet() : (Collection<?>) container) {
      if (count++ > membersLeft) {
        text.markIncomplete();
        break;
      }
      Member member =
          map != null
              ? member((Map.Entry<?, ?>) each, depth, scope)
              : sortable(plain.normalised(each, scope), depth, scope);
      if (!member.scope().dropsAll()) {
        members.add(member);
      }
    }
    members.sort(BY_NAME);
    return members;
  }

  private void writeArray(Object array, Kind kind, int depth, PathScope scope) {
    PathScope inside = scope.element();
    int counted = kind == Kind.PRIMITIVE_ARRAY || kind == Kind.BYTES ? 0 : 1;
    text.append("[");
    if (depth == CanonicalJson.MAX_DEPTH) {
      writePlaceholder(CanonicalText.PLACEHOLDER, false);
    } else if (!inside.dropsAll()) {
      try {
        // Equal sets may differ in order.
        Iterable<? extends @Nullable Object> elements =
            kind == Kind.SET
                ? sortedMembers(array, depth, inside).stream().map(Member::value).toList()
                : PlainValues.elements(array, kind);
        for (Object element : elements) {
          if (!beginElement(counted)) {
            break;
          }
          writeValue(element, depth + 1, inside);
        }
      } catch (Exception | LinkageError | StackOverflowError e) {
        writePlaceholder(CanonicalText.PLACEHOLDER, PlainValues.isConclusive(e));
      }
    }
    text.append("]");
  }

  /** Writes an object. The top-level one gets its class name only if fields are missing. */
  private void writeObject(Object object, Shape shape, int depth, PathScope scope) {
    ObjectFields fields = shape.fields();
    boolean isNamed =
        fields != null
            && (depth == 0 ? shape.naming() == Naming.ALWAYS : shape.naming() != Naming.NEVER);
    if (fields != null && !withFields) {
      text.append(CanonicalJson.OBJECT);
      return;
    }
    text.append(isNamed ? shape.name() : "").append("{");
    if (depth == CanonicalJson.MAX_DEPTH) {
      writePlaceholder(CanonicalText.PLACEHOLDER, false);
    } else {
      List<Member> members =
          fields == null ? sortedMembers(object, depth, scope) : values(object, fields, scope);
      if (depth == 0) {
        writeArguments(members);
      } else {
        for (Member member : members) {
          if (!writeMember(member, depth)) {
            break;
          }
        }
      }
      if (fields != null && !fields.complete()) {
        writePlaceholder(CanonicalText.PLACEHOLDER, true);
      }
    }
    text.append("}");
  }

  private static List<Member> values(Object object, ObjectFields fields, PathScope scope) {
    return fields.fields().stream()
        .map(each -> new Member(each.name(), true, each.read(object), scope.member(each.name())))
        .filter(member -> !member.scope().dropsAll())
        .toList();
  }

  /** Begins a member or element. Returns false, after a placeholder, if a limit is reached. */
  private boolean beginElement(int counted) {
    membersLeft -= counted;
    boolean hasRoom = text.beginElement() && membersLeft >= 0;
    if (!hasRoom) {
      writePlaceholder(CanonicalText.PLACEHOLDER, false);
    }
    return hasRoom;
  }

  /**
   * Writes a placeholder for a value, or further values, not read. It is not JSON, so it equals no
   * value of the application.
   *
   * @param lossless whether nothing is lost: the unread part does not belong to the value or can
   *     never be read
   */
  private void writePlaceholder(String placeholder, boolean lossless) {
    text.append(placeholder);
    if (!lossless) {
      text.markIncomplete();
    }
  }
}
