package io.loopsentinel.tools.jvm;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import com.fasterxml.jackson.databind.annotation.JsonSerialize;
import io.loopsentinel.management.SentinelMXBean;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The status of a JVM; its JSON form has the attributes of the MBean, too. */
record JvmStatus(
    long pid,
    @JsonUnwrapped @JsonSerialize(as = SentinelMXBean.class) SentinelMXBean agent,
    List<? extends Map<String, ?>> questions,
    String summary) {

  private static final String NOTHING_LOADED =
      "nothing so far: no class with a target's method was loaded";
  private static final String STATUS_FORMAT = "%-14s %s";
  private static final List<String> NUMBERS =
      List.of("rung", "count", "threshold", "calls_stopped");

  static JvmStatus of(long pid, SentinelMXBean agent) {
    List<Map<String, Object>> questions = new ArrayList<>();
    for (Map<String, String> each : agent.listQuestions()) {
      Map<String, Object> question = new TreeMap<>(each);
      NUMBERS.forEach(
          name -> question.computeIfPresent(name, (key, text) -> Long.valueOf((String) text)));
      questions.add(question);
    }
    return new JvmStatus(pid, agent, questions, agent.summary());
  }

  String text() {
    List<String> lines = new ArrayList<>();
    add(lines, "agent", agent.getVersion());
    add(lines, "configuration", agent.getConfiguration());
    add(lines, "mode", agent.getMode() + (agent.isEnabled() ? "" : ", disabled: guards NOTHING"));
    add(lines, "watched", agent.getWatched());
    List<String> guarded = agent.getGuarded();
    add(lines, "guarded", guarded.isEmpty() ? NOTHING_LOADED : String.join("\n", guarded));
    add(lines, "unmatched", String.join(", ", agent.getUnmatchedTargets()));
    add(lines, "live page", agent.getPage());
    add(lines, "store", agent.getStore());
    add(lines, "sessions", String.valueOf(agent.getSessionsLive()));
    add(lines, "calls", "%s, stopped %s".formatted(agent.getCallsSeen(), agent.getCallsStopped()));
    add(lines, "errors", agent.getInternalErrors() + " of the agent itself");
    lines.add(summary);
    questions.forEach(each -> lines.add(question(each)));
    return String.join("\n", lines);
  }

  /** Adds a value, unless it is empty; its further lines are indented. */
  private static void add(List<String> lines, String name, String value) {
    if (!value.isEmpty()) {
      String indented = value.replace("\n", "\n" + STATUS_FORMAT.formatted("", ""));
      lines.add(STATUS_FORMAT.formatted(name, indented));
    }
  }

  private static String question(Map<String, ?> waits) {
    return "question %s: %s in session %s%s waits until %s, then %s: %s%s"
        .formatted(
            waits.get("question"),
            waits.get("tool"),
            waits.get("session"),
            waits.containsKey("labels") ? ", " + waits.get("labels") : "",
            waits.get("expires"),
            waits.get("fallback"),
            waits.get("reason"),
            waits.containsKey("arguments") ? "; arguments " + waits.get("arguments") : "");
  }
}
