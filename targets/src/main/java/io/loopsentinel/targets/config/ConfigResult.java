package io.loopsentinel.targets.config;

import io.loopsentinel.targets.yaml.ConfigProblem;
import java.util.List;
import java.util.stream.Collectors;

/** The result of reading a configuration. */
public sealed interface ConfigResult {

  /** A valid configuration, with its warnings and a description of its sources. */
  record Loaded(
      SentinelConfig config, List<ConfigProblem> warnings, String source, SettingValues values)
      implements ConfigResult {}

  /** An invalid configuration; {@code disableInstead}: the application starts unguarded. */
  record Rejected(List<ConfigProblem> problems, boolean disableInstead) implements ConfigResult {

    /** More problems would scroll the first off a terminal or out of a container's log. */
    private static final int MAX_REPORTED = 50;

    /** Returns a report of several lines for the person who fixes the configuration. */
    public String report() {
      return report(
          disableInstead
              ? "The application starts unguarded because on_config_error is disable."
              : "Fix these, or set on_config_error: disable to start the application"
                  + " unguarded.");
    }

    /** Returns the report with a given last line, which states the consequence. */
    public String report(String consequence) {
      int more = problems.size() - MAX_REPORTED;
      return problems.stream()
          .limit(MAX_REPORTED)
          .map(problem -> "  " + problem + "\n")
          .collect(
              Collectors.joining(
                  "",
                  "loop-sentinel: invalid configuration; %s problem%s:\n"
                      .formatted(problems.size(), problems.size() == 1 ? "" : "s"),
                  (more > 0 ? "  and " + more + " more\n" : "") + consequence));
    }
  }
}
