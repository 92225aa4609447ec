package io.loopsentinel.tools.discover;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** An observed call of a tool. */
final class ToolCall {

  private final ToolSelection.Tool tool;
  private final int content;
  private final List<Frame> stack;
  private final List<List<Frame>> waiting;
  private final boolean carried;
  private final Map<MethodId, Map<String, Integer>> ids = new ConcurrentHashMap<>();
  private volatile @Nullable Boolean announced;

  /**
   * Creates a call.
   *
   * @param content a hash of the tool and its arguments
   * @param carried whether its thread got the work through the JDK alone
   */
  ToolCall(
      ToolSelection.Tool tool,
      int content,
      List<Frame> stack,
      List<List<Frame>> waiting,
      boolean carried) {
    this.tool = tool;
    this.content = content;
    this.stack = stack;
    this.waiting = waiting;
    this.carried = carried;
  }

  /**
   * A frame of a stack.
   *
   * @param activation identifies the call of the method; 0: unknown
   */
  record Frame(MethodId method, long activation) {}

  ToolSelection.Tool tool() {
    return tool;
  }

  /** Returns a hash of the tool and its arguments. */
  int content() {
    return content;
  }

  /** Returns the frames above the tool, from the tool outwards. */
  List<Frame> stack() {
    return stack;
  }

  /** Returns the frames of all threads. */
  Stream<Frame> frames() {
    return Stream.concat(stack.stream(), waiting.stream().flatMap(List::stream));
  }

  /** Returns the frames of each other thread, from its innermost outwards. */
  List<List<Frame>> waiting() {
    return waiting;
  }

  /**
   * Returns whether the agent carries a run to its thread: the work was seen to begin, and came
   * through the JDK's executors and futures alone.
   */
  boolean isCarried() {
    return carried && !stack.isEmpty() && stack.get(stack.size() - 1).activation() > 0;
  }

  /** Records possible ids in the parameters of a method, as hashes by their expressions. */
  void ids(MethodId method, Map<String, Integer> found) {
    ids.put(method, found);
  }

  /** Returns the possible ids in the parameters of a method; empty if it was not searched. */
  Map<String, Integer> ids(MethodId method) {
    return ids.getOrDefault(method, Map.of());
  }

  /** Records whether a method returned the name and the arguments since the previous call. */
  void announced(boolean value) {
    announced = value;
  }

  /**
   * Returns whether it was announced.
   *
   * @param fallback the answer if that is not known
   */
  boolean isAnnounced(boolean fallback) {
    return Objects.requireNonNullElse(announced, fallback);
  }
}
