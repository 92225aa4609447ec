package io.loopsentinel.engine.identity;

/**
 * Brings a container into canonical form where it stands in the text, when its parts are.
 *
 * <p>So it is one piece of what is written, and its parts are not walked again: without that the
 * form of 64 KiB takes a third more time. Only short containers are rewritten: for each a copy is
 * made, and what stands in many is copied often. Reused; not thread-safe.
 */
final class ContainerRewriter {

  /** There is no such form, or the container is too long. */
  static final int NOT_DONE = -1;

  private static final int MAX = 1 << 12;

  private final JsonTape tape;
  private final NameOrder order;
  private final byte[] form = new byte[MAX];

  ContainerRewriter(JsonTape tape, NameOrder order) {
    this.tape = tape;
    this.order = order;
  }

  /**
   * Rewrites the last container.
   *
   * @param end the place after it
   * @param sorted whether its members are in order
   * @return the place after its canonical form, which may be shorter
   */
  int rewrite(byte[] json, int container, int end, boolean sorted) {
    int start = tape.start(container);
    if (end - start > MAX) {
      return NOT_DONE;
    }
    int size = json[start] == '[' ? elements(json, container) : members(json, container, sorted);
    if (size == NOT_DONE) {
      return NOT_DONE;
    }
    form[0] = json[start];
    // The last comma is too many.
    size = Math.max(size, 2);
    form[size - 1] = json[end - 1];
    System.arraycopy(form, 0, json, start, size);
    return start + size;
  }

  private int elements(byte[] json, int array) {
    int size = 1;
    for (int element = array + 1; element < tape.size(); element++) {
      size = copy(json, tape.start(element), tape.end(element), size);
      form[size++] = ',';
    }
    return size;
  }

  private int members(byte[] json, int object, boolean sorted) {
    order.addMembers(object + 1, tape.size());
    boolean done = sorted || !order.sortAndCompare(0, order.size());
    int size = done ? 1 : NOT_DONE;
    for (int i = 0; done && i < order.size(); i++) {
      int name = order.get(i);
      int value = name + 1;
      int nameEnd = tape.end(name);
      if (tape.start(value) == nameEnd + 1) {
        size = copy(json, tape.start(name), tape.end(value), size);
      } else {
        size = copy(json, tape.start(name), nameEnd, size);
        form[size++] = ':';
        size = copy(json, tape.start(value), tape.end(value), size);
      }
      form[size++] = ',';
    }
    order.truncate(0);
    return size;
  }

  private int copy(byte[] json, int from, int to, int at) {
    System.arraycopy(json, from, form, at, to - from);
    return at + to - from;
  }
}
