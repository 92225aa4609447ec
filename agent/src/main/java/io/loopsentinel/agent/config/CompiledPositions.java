package io.loopsentinel.agent.config;

/**
 * The columns of the characters of an expression: most follow each other, so of each row that does
 * only the first column is written, and how many there are.
 */
final class CompiledPositions {

  private CompiledPositions() {}

  static void write(int[] columns, CompiledOutput out) {
    out.writeNumber(columns.length);
    for (int from = 0; from < columns.length; ) {
      int to = from + 1;
      while (to < columns.length && columns[to] == columns[to - 1] + 1) {
        to++;
      }
      out.writeNumber(columns[from]);
      out.writeNumber(to - from);
      from = to;
    }
  }

  static int[] read(CompiledInput in) {
    int[] columns = new int[in.readNumber()];
    for (int from = 0; from < columns.length; ) {
      int column = in.readNumber();
      int to = from + in.readNumber();
      for (; from < to; from++) {
        columns[from] = column++;
      }
    }
    return columns;
  }
}
