package io.loopsentinel.agent.outcome;

/**
 * The lines of a text in which a failure would be told: the first six and the last four that are
 * not blank, trimmed and cut.
 */
final class FailureLines {

  private static final int HEAD = 6;
  private static final int TAIL = 4;
  private static final int MAX_LINE = 400;

  private final int[] starts = new int[HEAD + TAIL];
  private final int[] ends = new int[HEAD + TAIL];
  private String text = "";
  private int size;
  private int head;

  /** Holds no lines yet. */
  FailureLines() {}

  /** Picks the lines of a text. */
  FailureLines(String text) {
    pick(text);
  }

  /** Picks the lines of another text. */
  void pick(String text) {
    this.text = text;
    this.size = 0;
    int start = 0;
    while (start < text.length() && size < HEAD) {
      int end = text.indexOf('\n', start);
      end = end < 0 ? text.length() : end;
      add(size, start, end);
      start = end + 1;
    }
    this.head = size;
    int end = text.length();
    while (end > start && size < head + TAIL) {
      int begin = Math.max(text.lastIndexOf('\n', end - 1) + 1, start);
      add(head, begin, end);
      end = begin - 1;
    }
  }

  /** Lets go of the text. */
  void clear() {
    text = "";
    size = 0;
    head = 0;
  }

  int size() {
    return size;
  }

  /** Returns how many of them stand at the front of the text. */
  int head() {
    return head;
  }

  String line(int index) {
    return text.substring(starts[index], ends[index]);
  }

  boolean isAtEnd(int index) {
    return index >= size - TAIL;
  }

  /** Returns the groups of patterns that {@link Messages} finds in all of them. */
  int groups() {
    int groups = 0;
    for (int i = 0; i < size; i++) {
      groups |= Messages.groupsIn(text, starts[i], ends[i]);
    }
    return groups;
  }

  /** Whether one of them holds what a form of failure needs. */
  boolean mayTell() {
    for (int i = 0; i < size; i++) {
      int groups = Messages.groupsIn(text, starts[i], ends[i]);
      if (groups != 0 && FailureForm.mayBe(text, starts[i], ends[i], groups)) {
        return true;
      }
    }
    return false;
  }

  private void add(int place, int from, int to) {
    int start = Lines.startOfText(text, from, to);
    int end = Lines.endOfText(text, start, to);
    if (start < end) {
      System.arraycopy(starts, place, starts, place + 1, size - place);
      System.arraycopy(ends, place, ends, place + 1, size - place);
      starts[place] = start;
      ends[place] = Math.min(end, start + MAX_LINE);
      size++;
    }
  }
}
