package io.loopsentinel.agent.command.replay;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.loopsentinel.engine.detect.Finding;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * What the engine saw in one run; written as JSON as it is.
 *
 * @param file the name of the file that it was read from
 * @param tokensEstimated whether the tokens are estimated, for the file does not say
 * @param firings the findings in order
 * @param equalCalls how often each tool was called with the same arguments, at most; tools that
 *     never were called so twice are left out
 * @param decisions what was decided about each call; {@code null} unless it is of an audit log
 */
@JsonPropertyOrder({
  "file",
  "id",
  "source",
  "success",
  "calls",
  "tokens",
  "tokens_estimated",
  "findings"
})
record PlayedRun(
    String file,
    String id,
    @Nullable String source,
    @Nullable Boolean success,
    int calls,
    long tokens,
    boolean tokensEstimated,
    @JsonIgnore List<Firing> firings,
    @JsonIgnore Map<String, Integer> equalCalls,
    @JsonUnwrapped @Nullable Decisions decisions) {

  /**
   * What was decided about each call of a run of an audit log: {@code run} or an action, and behind
   * a comma what was done about its result, if anything.
   *
   * @param now by this playback
   * @param recorded by the agent that wrote the log
   */
  record Decisions(@JsonProperty("decisions") List<String> now, @JsonIgnore List<String> recorded) {

    /** Returns the numbers of the calls that are decided differently. */
    @JsonProperty("decided_differently")
    List<Integer> different() {
      return IntStream.range(0, now.size())
          .filter(call -> !now.get(call).equals(recorded.get(call)))
          .boxed()
          .toList();
    }
  }

  /** Whether it is known to have solved its task. */
  boolean succeeded() {
    return Boolean.TRUE.equals(success);
  }

  /** Returns the first finding, whatever its rung. */
  Optional<Firing> firstRung() {
    return firings.stream().findFirst();
  }

  /** Returns the first finding for which a call would not have run. */
  Optional<Firing> firstStop() {
    return firings.stream().filter(Firing::isStop).findFirst();
  }

  /** Returns how many calls follow the one of a finding. */
  int callsAfter(Firing firing) {
    return Math.max(0, calls - 1 - firing.call());
  }

  /** Returns the findings as they are written as JSON. */
  @JsonProperty
  List<Map<String, @Nullable Object>> findings() {
    return firings.stream().map(this::members).toList();
  }

  private Map<String, @Nullable Object> members(Firing firing) {
    Finding finding = firing.finding();
    Map<String, @Nullable Object> members = new LinkedHashMap<>();
    members.put("call", firing.call());
    members.put("tool", firing.tool().isEmpty() ? null : firing.tool());
    members.put("detector", firing.detector());
    members.put("count", finding.count());
    members.put("threshold", finding.threshold());
    members.put("cycle", finding.cycle());
    members.put("results", finding.results().name().toLowerCase(Locale.ROOT));
    if (finding.evidence().similarity() != null) {
      members.put("similarity", finding.evidence().similarity());
    }
    members.put("occurrence", firing.detection().occurrence());
    members.put("rung", Firing.name(firing.rung()));
    members.put("setting", finding.setting());
    members.put("calls_after", callsAfter(firing));
    members.put("tokens_after", firing.tokensAfter());
    return members;
  }
}
