package io.loopsentinel.engine.identity;

import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Writes the canonical form of values of any type.
 *
 * <p>What a value's own code refuses to give is written as a mark, and the walk goes on. Each
 * method's {@code depth} is the number of containers the value stands in, its {@code scope} that of
 * {@link PathRule}. Reused from call to call; not thread-safe.
 */
final class ValueWalker {

  private static final int ATTEMPTS = 3;

  private final CanonicalWriter writer;
  private final TypeShapes shapes;
  private final JsonTextWriter json;
  private final SequenceWalker sequences;
  private final MemberStack members;
  private PathRule rule = IdentityRule.ALL_ARGUMENTS.paths();
  private int objectsLeft;

  ValueWalker(CanonicalWriter writer, TypeShapes shapes, JsonTextWriter json) {
    this.writer = writer;
    this.shapes = shapes;
    this.json = json;
    this.sequences = new SequenceWalker(writer, shapes, this);
    this.members = new MemberStack(shapes);
  }

  /** Prepares for the arguments of a call. */
  void start(PathRule newRule) {
    rule = newRule;
    objectsLeft = Limits.MAX_OBJECTS;
  }

  /** Lets go of all objects of the last call. */
  void release() {
    members.truncate(0);
  }

  void value(@Nullable Object value, int depth, long scope) {
    if (value == null) {
      writer.raw("null");
      return;
    }
    if (value instanceof String || value instanceof Number || value instanceof Boolean) {
      scalar(value, scope);
      return;
    }
    if (isPlainMap(value)) {
      map((Map<?, ?>) value, depth, scope);
      return;
    }
    TypeShape shape = shapes.get(value.getClass());
    switch (shape.kind()) {
      case SCALAR -> scalar(value, scope);
      case MAP -> map((Map<?, ?>) value, depth, scope);
      case LIST -> sequences.list((List<?>) value, depth, rule, scope);
      case SET -> sequences.set((Set<?>) value, depth, rule, scope);
      case COLLECTION -> sequences.collection((Collection<?>) value, depth, rule, scope);
      case OBJECT_ARRAY ->
          sequences.list(Arrays.asList((@Nullable Object[]) value), depth, rule, scope);
      case PRIMITIVE_ARRAY -> sequences.primitives(value, depth, rule, scope);
      case HOLDER -> value(held(value), depth, scope);
      case JSON_TREE -> tree(value, shape, depth, scope);
      case FIELDS -> fields(value, shape, shape.naming() != TypeShape.Naming.NEVER, depth, scope);
      case NAME_ONLY -> writer.raw(shape.name());
    }
  }

  /** Tells whether a value is of one of the maps that most arguments are: to look it up is 6 ns. */
  static boolean isPlainMap(Object value) {
    return value.getClass() == LinkedHashMap.class || value.getClass() == HashMap.class;
  }

  /** Writes an object that is itself the arguments. */
  void argumentFields(Object object, TypeShape shape, long scope) {
    fields(object, shape, shape.naming() == TypeShape.Naming.ALWAYS, 0, scope);
  }

  void map(Map<?, ?> map, int depth, long scope) {
    int from = members.size();
    if (depth == Limits.MAX_DEPTH || !gather(map, from)) {
      writer.raw(Limits.SKIPPED_OBJECT);
      return;
    }
    int to = members.size();
    boolean isCut = members.isFull();
    members.sort(from, to);
    writer.open('{');
    for (int i = from; i < to; i++) {
      long inner = rule.member(scope, members, i);
      if (inner == PathRule.DROP) {
        continue;
      }
      if (!writer.next()) {
        break;
      }
      key(i, depth);
      writer.colon();
      value(members.value(i), depth + 1, inner);
    }
    if (isCut) {
      writer.raw(Limits.MORE);
    }
    writer.close('}');
    members.truncate(from);
  }

  /** Takes a map's members before anything is written, so that it can be tried again. */
  private boolean gather(Map<?, ?> map, int from) {
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      try {
        map.forEach(members);
        return true;
      } catch (Exception | LinkageError | StackOverflowError e) {
        // Mostly a ConcurrentModificationException: the next attempt may find the map at rest.
        members.truncate(from);
      }
    }
    return false;
  }

  private void key(int member, int depth) {
    Object key = members.key(member);
    if (key == null) {
      writer.string(members.name(member));
    } else {
      value(key, depth + 1, PathRule.KEEP);
    }
  }

  private void fields(Object object, TypeShape shape, boolean named, int depth, long scope) {
    if (named) {
      writer.raw(shape.name());
    }
    ObjectFields fields = shape.fields();
    if (fields == null || depth == Limits.MAX_DEPTH || objectsLeft == 0) {
      writer.raw(Limits.SKIPPED_OBJECT);
      return;
    }
    objectsLeft--;
    writer.open('{');
    for (int i = 0; i < fields.size(); i++) {
      long inner = rule.member(scope, fields, i);
      if (inner == PathRule.DROP) {
        continue;
      }
      if (!writer.next()) {
        break;
      }
      writer.string(fields.name(i));
      writer.colon();
      value(fields.read(i, object), depth + 1, inner);
    }
    if (!fields.isComplete()) {
      writer.raw(Limits.MORE);
    }
    writer.close('}');
  }

  private void tree(Object tree, TypeShape shape, int depth, long scope) {
    String text = text(tree, shape);
    if (json.read(text, false)) {
      json.write(rule, scope, depth);
    } else {
      writer.string(text);
    }
  }

  /** Returns the text of a JSON tree or character sequence, or its class's name if that fails. */
  static String text(Object value, TypeShape shape) {
    try {
      return Scalars.text(value);
    } catch (Exception | LinkageError | StackOverflowError e) {
      return shape.name();
    }
  }

  private void scalar(Object value, long scope) {
    if (!PathRule.isKept(scope)) {
      writer.raw("null");
    } else {
      try {
        Scalars.write(writer, value);
      } catch (Exception | LinkageError | StackOverflowError e) {
        writer.raw(shapes.get(value.getClass()).name());
      }
    }
  }

  /** Returns what an {@code Optional} or atomic reference holds, however often wrapped. */
  static @Nullable Object held(@Nullable Object holder) {
    Object value = holder;
    for (int i = 0; i < Limits.MAX_DEPTH; i++) {
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
