package io.loopsentinel.engine.identity;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Writes the canonical form of the arguments of a call, whatever their type.
 *
 * <p>The arguments as a whole differ from the values in them in three ways: a text that is JSON is
 * parsed; null, JSON null, and a text that is empty or blank are no arguments, {@code {}}; and an
 * identity rule starts here, if they are an object.
 *
 * <p>Reused from call to call; not thread-safe.
 */
final class ArgumentsWalker {

  private final CanonicalWriter writer;
  private final TypeShapes shapes;
  private final JsonTextWriter json;
  private final ValueWalker values;

  ArgumentsWalker(CanonicalWriter writer, TypeShapes shapes) {
    this.writer = writer;
    this.shapes = shapes;
    this.json = new JsonTextWriter(writer);
    this.values = new ValueWalker(writer, shapes, json);
  }

  /** Writes the arguments of a call. */
  void write(@Nullable Object arguments, IdentityRule rule) {
    Object value = ValueWalker.held(arguments);
    if (value == null) {
      none();
    } else if (value instanceof String text) {
      text(text, rule.paths());
    } else if (ValueWalker.isPlainMap(value)) {
      map((Map<?, ?>) value, rule.paths());
    } else {
      value(value, shapes.get(value.getClass()), rule.paths());
    }
  }

  /** Lets go of all objects of the last call. */
  void release() {
    json.release();
    values.release();
  }

  private void value(Object value, TypeShape shape, PathRule rule) {
    boolean single = shape.kind() == TypeShape.Kind.SCALAR;
    if (shape.kind() == TypeShape.Kind.JSON_TREE || (single && value instanceof CharSequence)) {
      text(ValueWalker.text(value, shape), rule);
      return;
    }
    if (shape.kind() == TypeShape.Kind.MAP) {
      map((Map<?, ?>) value, rule);
      return;
    }
    writer.limitTo(Limits.MAX_GRAPH_BYTES);
    values.start(rule);
    switch (shape.kind()) {
      case FIELDS -> values.argumentFields(value, shape, rule.start());
      default -> values.value(value, 0, PathRule.KEEP);
    }
  }

  private void map(Map<?, ?> map, PathRule rule) {
    writer.limitTo(Limits.MAX_GRAPH_BYTES);
    values.start(rule);
    values.map(map, 0, rule.start());
  }

  private void text(String text, PathRule rule) {
    if (text.isBlank()) {
      none();
    } else if (!json.read(text, rule.start() == PathRule.KEEP)) {
      writer.string(text);
    } else if (json.first() == 'n') {
      none();
    } else {
      json.write(rule, json.first() == '{' ? rule.start() : PathRule.KEEP, 0);
    }
  }

  private void none() {
    writer.raw("{}");
  }
}
