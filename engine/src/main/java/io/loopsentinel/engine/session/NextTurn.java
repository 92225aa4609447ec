package io.loopsentinel.engine.session;

import java.util.ArrayList;
import java.util.List;

/**
 * The texts and calls that wait for the next turn of a session: warnings for its request, operator
 * messages that a result may carry as well, and requested calls that were not dispatched yet.
 *
 * <p>Not thread-safe; guarded by its session.
 */
final class NextTurn {

  /** Maximum number of waiting warnings. A model ignores more at once. */
  static final int MAX_WARNINGS = 3;

  /** Maximum number of waiting calls. No response requests more at once. */
  static final int MAX_CALLS = 32;

  /** Maximum number of tools known to be dispatched; the oldest is dropped. */
  private static final int MAX_TOOLS = 64;

  private final List<String> warnings = new ArrayList<>(0);
  private final List<String> words = new ArrayList<>(0);
  private final List<RequestedCall> requested = new ArrayList<>(0);
  private final List<String> dispatched = new ArrayList<>(0);
  private boolean carriesWarnings;

  /** Keeps a warning for the next request, without duplicates. */
  boolean keepWarning(String warning) {
    if (!carriesWarnings) {
      return false;
    }
    warnings.remove(warning);
    addBounded(warnings, warning, MAX_WARNINGS);
    return true;
  }

  /** Removes and returns the waiting warnings, oldest first. Later warnings are kept. */
  List<String> takeWarnings() {
    carriesWarnings = true;
    List<String> taken = List.copyOf(warnings);
    warnings.clear();
    return taken;
  }

  /** Keeps a message for the next result or request. */
  void tell(String word) {
    addBounded(words, word, MAX_WARNINGS);
  }

  /** Returns the waiting messages, oldest first. */
  List<String> words() {
    return words;
  }

  boolean hasWords() {
    return !words.isEmpty();
  }

  /** Removes and returns the waiting messages, oldest first. */
  List<String> takeWords() {
    List<String> taken = List.copyOf(words);
    words.clear();
    return taken;
  }

  /** Puts back messages; returns whether requests are known to carry them. */
  boolean keepWords(List<String> taken) {
    List<String> later = takeWords();
    taken.forEach(this::tell);
    later.forEach(this::tell);
    return carriesWarnings;
  }

  void requested(RequestedCall call) {
    if (dispatched.stream().noneMatch(tool -> isSame(tool, call.call().tool()))) {
      addBounded(requested, call, MAX_CALLS);
    }
  }

  /** Records that a tool is dispatched, so that its calls are judged then. */
  void dispatched(String tool) {
    if (!dispatched.contains(tool)) {
      addBounded(dispatched, tool, MAX_TOOLS);
    }
    requested.removeIf(call -> isSame(tool, call.call().tool()));
  }

  /** Removes and returns the calls that were not dispatched. */
  List<RequestedCall> takeUndispatched() {
    List<RequestedCall> taken = List.copyOf(requested);
    requested.clear();
    return taken;
  }

  /**
   * Compares tool names. Some frameworks add a prefix: {@code client_search}. A tool that is a
   * target has the name of its method: {@code findOrders} for {@code find_orders}.
   */
  private static boolean isSame(String tool, String other) {
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

  private static <T> void addBounded(List<T> list, T element, int max) {
    if (list.size() == max) {
      list.remove(0);
    }
    list.add(element);
  }
}
