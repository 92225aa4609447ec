package io.loopsentinel.engine.outcome;

/**
 * The lines of a text in which a failure would be told: the first six and the last four that are
 * not blank, trimmed and cut. Of a long text only both ends are read.
 *
 * <p>Used for one text after the other; not thread-safe.
 */
final class FailureLines {

  /** Characters at either end of a text that are read. */
  static final int READ = 4 * 1024;

  /** Characters of a line that are read. */
  static final int MAX_LINE = 400;

  private static final int HEAD = 6;
  private static final int TAIL = 4;

  private final int[] starts = new int[HEAD + TAIL];
  private final int[] ends = new int[HEAD + TAIL];
  private String text = "";
  private int size;
  private int head;

  /** Picks the lines of a text. */
  void pick(String of) {
    text = of;
    size = 0;
    boolean isLong = of.length() > 2 * READ;
    int endOfFront = isLong ? READ : of.length();
    int rest = pickForwards(0, endOfFront);
    int restAtEnd = isLong ? pickForwards(of.length() - READ, of.length()) : of.length();
    head = size;
    pickBackwards(restAtEnd, of.length());
    pickBackwards(rest, endOfFront);
  }

  /** Lets go of the text. */
  void clear() {
    text = "";
    size = 0;
    head = 0;
  }

  String text() {
    return text;
  }

  int size() {
    return size;
  }

  /** Returns how many of them stand at the front of the text. */
  int head() {
    return head;
  }

  int start(int index) {
    return starts[index];
  }

  int end(int index) {
    return ends[index];
  }

  String line(int index) {
    return text.substring(starts[index], ends[index]);
  }

  boolean startsWith(int index, String beginning) {
    return ends[index] - starts[index] >= beginning.length()
        && text.startsWith(beginning, starts[index]);
  }

  boolean isAtEnd(int index) {
    return index >= size - TAIL;
  }

  /** Adds lines up to the sixth, and returns where the rest begins. */
  private int pickForwards(int from, int to) {
    int start = from;
    while (start < to && size < HEAD) {
      int end = Math.min(Lines.endOfLine(text, start), to);
      add(size, start, end);
      start = end + 1;
    }
    return start;
  }

  /** Adds the last lines of a part of the text before those that were added of its end. */
  private void pickBackwards(int from, int to) {
    int end = to;
    while (end > from && size < head + TAIL) {
      int start = Lines.startOfLine(text, from, end);
      add(head, start, end);
      end = start - 1;
    }
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
