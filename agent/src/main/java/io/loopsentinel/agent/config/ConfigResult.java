package io.loopsentinel.agent.config;

import java.util.List;
import java.util.stream.Collectors;

/** What came of reading a configuration. */
public sealed interface ConfigResult {

  /** A valid configuration, what contradicts itself in it, and where it came from. */
  record Loaded(SentinelConfig config, List<ConfigProblem> warnings, String source)
      implements ConfigResult {}

  /** All that is wrong with a configuration, and whether the application starts unguarded. */
  record Rejected(List<ConfigProblem> problems, boolean disableInstead) implements ConfigResult {

    /** More than this on a terminal, or in the log of a container, hide the first. */
    private static final int MOST_TOLD = 50;

    /** Returns a text of several lines that says all a person needs to mend the configuration. */
    public String report() {
      return report(
          disableInstead
              ? "The application starts unguarded, as on_config_error: disable asks."
              : "Mend this, or set on_config_error: disable to let the application"
                  + " start unguarded.");
    }

    /**
     * Returns the same text.
     *
     * @param consequence what comes of it
     */
    public String report(String consequence) {
      int more = problems.size() - MOST_TOLD;
      return problems.stream()
          .limit(MOST_TOLD)
          .map(problem -> "  " + problem + "\n")
          .collect(
              Collectors.joining(
                  "",
                  "loop-sentinel: cannot read its configuration; %s problem%s:\n"
                      .formatted(problems.size(), problems.size() == 1 ? "" : "s"),
                  (more > 0 ? "  and " + more + " more\n" : "") + consequence));
    }
  }
}
