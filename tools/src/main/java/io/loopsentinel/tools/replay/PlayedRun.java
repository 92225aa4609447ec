package io.loopsentinel.tools.replay;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.loopsentinel.engine.finding.Finding;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The results of one run, serialized to JSON as they are.
 *
 * @param cost cost of the responses in US dollars; models without a price count as 0
 * @param stoppedWithNews the numbers of the calls that would not have run although their recorded
 *     result was a new answer
 * @param equalCalls for each tool, the maximum number of calls with the same arguments; tools
 *     without repeated calls are absent
 * @param decisions the decision about each call, for runs of audit logs only: {@code run} or an
 *     action, followed by a comma and the action on its result, if any
 * @param decidedDifferently the numbers of the calls whose decision in the audit log differs
 */
record PlayedRun(
    String file,
    String id,
    @Nullable String source,
    @Nullable Boolean success,
    int calls,
    long tokens,
    boolean tokensEstimated,
    @JsonProperty("cost_usd") double cost,
    @JsonIgnore List<Firing> firings,
    List<Integer> stoppedWithNews,
    @JsonIgnore Map<String, Integer> equalCalls,
    @JsonInclude(Include.NON_NULL) @Nullable List<String> decisions,
    @JsonInclude(Include.NON_NULL) @Nullable List<Integer> decidedDifferently) {

  boolean succeeded() {
    return Boolean.TRUE.equals(success);
  }

  Optional<Firing> firstRung() {
    return firings.stream().findFirst();
  }

  Optional<Firing> firstStop() {
    return firings.stream().filter(Firing::isStop).findFirst();
  }

  /** Returns the number of calls that would not have run. */
  long stoppedCalls() {
    return firings.stream().filter(Firing::isStop).map(Firing::call).distinct().count();
  }

  int callsAfter(Firing firing) {
    return Math.max(0, calls - 1 - firing.call());
  }

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
    members.put("rung", firing.rung().text());
    members.put("setting", finding.narrowestSetting());
    members.put("calls_after", callsAfter(firing));
    members.put("tokens_after", firing.tokensAfter());
    members.put("cost_after_usd", firing.costAfter());
    return members;
  }
}
