package io.loopsentinel.engine.call;

import java.util.ArrayList;
import java.util.List;

/**
 * The latest tools whose calls a guard was seen to dispatch. A dispatcher may give a tool another
 * name than the model.
 *
 * <p>Thread-safe.
 */
public final class DispatchedTools {

  /** Maximum number of tools; the oldest is dropped. */
  private static final int MAX_TOOLS = 64;

  private final List<String> tools = new ArrayList<>(0);

  /** Adds a tool. */
  public synchronized void add(String tool) {
    if (!tools.contains(tool)) {
      if (tools.size() == MAX_TOOLS) {
        tools.remove(0);
      }
      tools.add(tool);
    }
  }

  /** Returns whether a tool is among them, possibly under another name. */
  public synchronized boolean contains(String tool) {
    return tools.stream().anyMatch(dispatched -> isSame(dispatched, tool));
  }

  /**
   * Returns whether two names are those of one tool. Some frameworks add a prefix: {@code
   * client_search}. A tool that is a target has the name of its method: {@code findOrders} for
   * {@code find_orders}.
   */
  public static boolean isSame(String tool, String other) {
    return tool.equals(other)
        || endsIn(tool, other)
        || endsIn(other, tool)
        || areWordsEqual(tool, other);
  }

  /** Compares names without their separators and without regard to case. */
  private static boolean areWordsEqual(String tool, String other) {
    int i = nextLetter(tool, 0);
    int j = nextLetter(other, 0);
    while (i < tool.length()
        && j < other.length()
        && Character.toLowerCase(tool.charAt(i)) == Character.toLowerCase(other.charAt(j))) {
      i = nextLetter(tool, i + 1);
      j = nextLetter(other, j + 1);
    }
    return i == tool.length() && j == other.length();
  }

  /** Returns the index of the next character that is no separator, or the length. */
  private static int nextLetter(String name, int from) {
    int index = from;
    while (index < name.length() && (name.charAt(index) == '_' || name.charAt(index) == '-')) {
      index++;
    }
    return index;
  }

  private static boolean endsIn(String prefixed, String tool) {
    int prefix = prefixed.length() - tool.length();
    return prefix > 0
        && !tool.isEmpty()
        && prefixed.endsWith(tool)
        && !Character.isLetterOrDigit(prefixed.charAt(prefix - 1));
  }
}
