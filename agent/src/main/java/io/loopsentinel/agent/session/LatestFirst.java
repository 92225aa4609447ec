package io.loopsentinel.agent.session;

/**
 * The tools of a session in an array, the one called last at its beginning.
 *
 * <p>Few tools are called in turn by one session, and their names are mostly the same objects, so a
 * search from the beginning is as fast as a map; a linked one would take 96 bytes and 40 for each
 * tool, this takes 16 and 4.
 */
final class LatestFirst {

  /** Tools that are remembered; the one longest not called is forgotten. */
  private static final int MOST_TOOLS = 32;

  private LatestFirst() {}

  /** Moves a tool to the beginning; returns false where it is not among them. */
  static boolean find(ToolStreaks[] tools, String name) {
    for (int at = 0; at < tools.length; at++) {
      ToolStreaks tool = tools[at];
      if (tool.tool().equals(name)) {
        System.arraycopy(tools, 0, tools, 1, at);
        tools[0] = tool;
        return true;
      }
    }
    return false;
  }

  /** Returns the tools with one more at the beginning. */
  static ToolStreaks[] add(ToolStreaks[] tools, ToolStreaks tool) {
    int kept = Math.min(tools.length, MOST_TOOLS - 1);
    ToolStreaks[] all = new ToolStreaks[kept + 1];
    all[0] = tool;
    System.arraycopy(tools, 0, all, 1, kept);
    return all;
  }
}
