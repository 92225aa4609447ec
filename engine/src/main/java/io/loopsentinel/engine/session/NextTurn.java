package io.loopsentinel.engine.session;

import io.loopsentinel.engine.call.DispatchedTools;
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

  private final List<String> warnings = new ArrayList<>(0);
  private final List<String> words = new ArrayList<>(0);
  private final List<RequestedCall> requested = new ArrayList<>(0);
  private final DispatchedTools dispatched = new DispatchedTools();
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
    if (!dispatched.contains(call.call().tool())) {
      addBounded(requested, call, MAX_CALLS);
    }
  }

  /** Records that a tool is dispatched, so that its calls are judged then. */
  void dispatched(String tool) {
    dispatched.add(tool);
    requested.removeIf(call -> DispatchedTools.isSame(tool, call.call().tool()));
  }

  /**
   * Removes and returns the calls that were not dispatched.
   *
   * @param elsewhere tools of shared sessions, whose calls may be those of this one
   */
  List<RequestedCall> takeUndispatched(DispatchedTools elsewhere) {
    List<RequestedCall> taken =
        requested.stream().filter(call -> !elsewhere.contains(call.call().tool())).toList();
    requested.clear();
    return taken;
  }

  private static <T> void addBounded(List<T> list, T element, int max) {
    if (list.size() == max) {
      list.remove(0);
    }
    list.add(element);
  }
}
