package io.loopsentinel.engine.identity;

/**
 * Writes the canonical form of a JSON text.
 *
 * <p>Where a text has two members of one name in one object, the last counts, as it does for most
 * parsers (Jackson, Gson, JavaScript, Python).
 *
 * <p>Reused from text to text; not thread-safe.
 */
final class JsonTextWriter {

  private final JsonTape json = new JsonTape();
  private final TextBytes bytes = new TextBytes();
  private final NameOrder order = new NameOrder(json);
  private final JsonScanner scanner = new JsonScanner(json, bytes, order);
  private final CanonicalWriter writer;

  JsonTextWriter(CanonicalWriter writer) {
    this.writer = writer;
  }

  /**
   * Reads a text; tells whether it is JSON.
   *
   * @param asIs whether all of it is to be written, without rule or limit, as the outermost value;
   *     then parts that are canonical are written as they stand
   */
  boolean read(String text, boolean asIs) {
    return scanner.scan(text, asIs);
  }

  /** Returns the first character of the JSON value that was read. */
  char first() {
    return json.first(0);
  }

  /**
   * Writes the value that was read.
   *
   * @param depth the number of containers it stands in
   */
  void write(PathRule rule, long scope, int depth) {
    value(0, rule, scope, depth);
  }

  /** Lets go of the text. */
  void release() {
    json.release();
    bytes.release();
    order.truncate(0);
  }

  private void value(int value, PathRule rule, long scope, int depth) {
    if (json.isCanonical(value)) {
      if (PathRule.isKept(scope)) {
        writer.raw(bytes.array(), json.start(value), json.end(value));
      } else {
        writer.raw("null");
      }
      return;
    }
    switch (json.first(value)) {
      case '{' -> object(value, rule, scope, depth);
      case '[' -> array(value, rule, scope, depth);
      default -> {
        if (PathRule.isKept(scope)) {
          scalar(value);
        } else {
          writer.raw("null");
        }
      }
    }
  }

  private void object(int object, PathRule rule, long scope, int depth) {
    if (depth == Limits.MAX_DEPTH) {
      writer.raw(Limits.SKIPPED_OBJECT);
      return;
    }
    int from = order.size();
    order.addAll(object);
    int to = order.size();
    boolean equalNames = !json.isSorted(object) && order.sortAndCompare(from, to);
    writer.open('{');
    for (int i = from; i < to; i++) {
      int name = order.get(i);
      if (equalNames && i + 1 < to && order.areEqual(i, i + 1)) {
        continue;
      }
      long inner = rule.member(scope, json, name);
      if (inner == PathRule.DROP) {
        continue;
      }
      if (!writer.next()) {
        break;
      }
      member(name, rule, inner, depth + 1);
    }
    writer.close('}');
    order.truncate(from);
  }

  private void member(int name, PathRule rule, long scope, int depth) {
    int value = name + 1;
    boolean asItStands =
        json.isCanonical(name)
            && json.isCanonical(value)
            && json.start(value) == json.end(name) + 1
            && PathRule.isKept(scope);
    if (asItStands) {
      writer.raw(bytes.array(), json.start(name), json.end(value));
    } else {
      scalar(name);
      writer.colon();
      value(value, rule, scope, depth);
    }
  }

  private void array(int array, PathRule rule, long scope, int depth) {
    if (depth == Limits.MAX_DEPTH) {
      writer.raw(Limits.SKIPPED_ARRAY);
      return;
    }
    long inner = rule.element(scope);
    int last = inner == PathRule.DROP ? array : json.after(array);
    writer.open('[');
    for (int element = array + 1; element < last; element = json.after(element)) {
      if (!writer.next()) {
        break;
      }
      value(element, rule, inner, depth + 1);
    }
    writer.close(']');
  }

  private void scalar(int scalar) {
    int start = json.start(scalar);
    int end = json.end(scalar);
    if (json.isCanonical(scalar)) {
      writer.raw(bytes.array(), start, end);
    } else if (json.first(scalar) == '"') {
      writer.jsonString(json.text(), bytes.array(), start, end);
    } else {
      writer.decimal(json.text(), start, end);
    }
  }
}
