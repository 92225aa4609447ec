package io.loopsentinel.engine.session;

import io.loopsentinel.engine.session.Turns.RequestedCall;
import java.util.ArrayList;
import java.util.List;

/**
 * What waits for the next turn of a session: warnings that its request is to carry, words from
 * outside that its next result may carry as well, and calls that the model has asked for and that
 * were not dispatched yet.
 *
 * <p>Not thread-safe: its session guards it.
 */
final class NextTurn {

  /** Warnings that wait; a model that reads more at once heeds none. */
  static final int MOST_WARNINGS = 3;

  /** Calls that wait; no response asks for more at once. */
  static final int MOST_CALLS = 32;

  /** Tools that are known to be dispatched; the one known longest is forgotten. */
  private static final int MOST_TOOLS = 64;

  private final List<String> warnings = new ArrayList<>(0);
  private final List<String> words = new ArrayList<>(0);
  private final List<RequestedCall> requested = new ArrayList<>(0);
  private final List<String> dispatched = new ArrayList<>(0);
  private boolean carriesWarnings;

  /** Keeps a warning for the next request; the newest are kept, none twice. */
  boolean keepWarning(String warning) {
    if (!carriesWarnings) {
      return false;
    }
    warnings.remove(warning);
    addBounded(warnings, warning, MOST_WARNINGS);
    return true;
  }

  /**
   * Returns the warnings that waited, the oldest first, which are done with then; later ones are
   * kept.
   */
  List<String> takeWarnings() {
    carriesWarnings = true;
    List<String> taken = List.copyOf(warnings);
    warnings.clear();
    return taken;
  }

  /** Keeps a word for the next result or request; the newest are kept. */
  void tell(String word) {
    addBounded(words, word, MOST_WARNINGS);
  }

  /** Returns the words that waited, the oldest first, which are done with then. */
  List<String> takeWords() {
    List<String> taken = List.copyOf(words);
    words.clear();
    return taken;
  }

  /** Puts words back that nothing has carried; returns whether a request is known to carry them. */
  boolean keepWords(List<String> taken) {
    List<String> later = takeWords();
    taken.forEach(this::tell);
    later.forEach(this::tell);
    return carriesWarnings;
  }

  void requested(RequestedCall call) {
    if (dispatched.stream().noneMatch(tool -> isSame(tool, call.call().tool()))) {
      addBounded(requested, call, MOST_CALLS);
    }
  }

  /** Notes that a tool is dispatched, so its calls are judged then. */
  void dispatched(String tool) {
    if (!dispatched.contains(tool)) {
      addBounded(dispatched, tool, MOST_TOOLS);
    }
    requested.removeIf(call -> isSame(tool, call.call().tool()));
  }

  /** Returns the calls that waited and were not dispatched, which are done with then. */
  List<RequestedCall> takeUndispatched() {
    List<RequestedCall> taken = List.copyOf(requested);
    requested.clear();
    return taken;
  }

  /** Some frameworks put a prefix in front of a tool's name: {@code client_search}. */
  private static boolean isSame(String tool, String other) {
    return tool.equals(other) || endsIn(tool, other) || endsIn(other, tool);
  }

  private static boolean endsIn(String prefixed, String tool) {
    int prefix = prefixed.length() - tool.length();
    return prefix > 0
        && !tool.isEmpty()
        && prefixed.endsWith(tool)
        && !Character.isLetterOrDigit(prefixed.charAt(prefix - 1));
  }

  private static <T> void addBounded(List<T> list, T element, int most) {
    if (list.size() == most) {
      list.remove(0);
    }
    list.add(element);
  }
}
