package io.loopsentinel.it.contract;

import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What is done about the loop; each has a tool of its own, which an override names. */
public enum Rung {
  HINT,
  ABORT,
  TERMINATE;

  /**
   * Returns the configuration of the agent: what it does about a loop of each tool.
   *
   * @param prefix what the framework puts before the name of a tool
   */
  static String overrides(String prefix) {
    return "  overrides:\n"
        + Stream.of(values())
            .map(each -> "    %s%s: {action: %s}\n".formatted(prefix, each.tool(), each.text()))
            .collect(Collectors.joining());
  }

  /** Returns the name of its tool, such as {@code search_abort}. */
  public String tool() {
    return "search_" + text();
  }

  String text() {
    return name().toLowerCase(Locale.ROOT);
  }
}
