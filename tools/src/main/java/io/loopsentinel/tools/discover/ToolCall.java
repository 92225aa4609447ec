package io.loopsentinel.tools.discover;

import java.util.List;

/**
 * An observed call of a tool.
 *
 * @param stack the frames above the tool, from the tool outwards
 * @param waiting the frames of each other thread, from its innermost outwards
 */
record ToolCall(String tool, List<Frame> stack, List<List<Frame>> waiting) {

  /**
   * A frame of a stack.
   *
   * @param activation identifies the call of the method; 0: unknown
   */
  record Frame(MethodId method, long activation) {}
}
