package io.loopsentinel.agent.telemetry.event;

import org.jspecify.annotations.Nullable;

/**
 * The counts: by the name of a tool, detector, agent, provider, budget or store, or a total. {@code
 * docs/metrics.md} lists those that are metrics.
 */
public enum Count {
  CALLS("calls", "tool", "Tool calls that were judged."),
  STOPPED_BY_TOOL("calls_stopped", "tool", "Tool calls that were not run."),
  STOPPED_BY_DETECTOR(
      "detector_calls_stopped", "detector", "Tool calls that were not run, by detector."),
  REUSED_BY_TOOL(
      "calls_reused", "tool", "Tool calls that got an earlier result again and were not run."),
  REUSED_MILLIS(
      "reused_milliseconds", "tool", "The time that the runs of the reused results had taken."),
  NOT_REPEATED_BY_TOOL(
      "effects_not_repeated", "tool", "Tool calls that were not run because of an earlier effect."),
  OBSERVED_BY_TOOL(
      "calls_observed", "tool", "Tool calls that ran in mode observe and would have been stopped."),
  FINDINGS_BY_DETECTOR("findings", "detector", "Findings."),
  FINDINGS_BY_TOOL("tool_findings", "tool", "Findings about calls of a tool."),
  ENDED_BY_DETECTOR("sessions_ended", "detector", "Sessions that were terminated."),
  TOKENS("tokens", null, "Tokens that turns of the model reported."),
  TURNS_WITH_TOKENS("turns", null, "Turns of the model that reported tokens."),
  TURNS_WITH_COST(null, null, "Turns of the model that have a price; for the live page."),
  CALLS_BY_AGENT("agent_calls", "agent", "Tool calls of an agent that were judged."),
  STOPPED_BY_AGENT("agent_calls_stopped", "agent", "Tool calls of an agent that were not run."),
  FINDINGS_BY_AGENT("agent_findings", "agent", "Findings about an agent."),
  TOKENS_BY_AGENT("agent_tokens", "agent", "Tokens that turns of an agent reported."),
  CALLS_BY_LABEL("label_calls", Statistics.LABEL, "Tool calls that were judged, by a label."),
  STOPPED_BY_LABEL(
      "label_calls_stopped", Statistics.LABEL, "Tool calls that were not run, by a label."),
  FINDINGS_BY_LABEL("label_findings", Statistics.LABEL, "Findings by a label."),
  TOKENS_BY_LABEL("label_tokens", Statistics.LABEL, "Tokens that turns reported, by a label."),
  FAILURES_BY_PROVIDER(
      "provider_failures", "provider", "Turns that failed because of their provider."),
  REFUSED_BY_PROVIDER(
      "turns_refused",
      "provider",
      "Turns that were not run because their provider was unavailable."),
  REFUSED_BY_BUDGET(
      "requests_refused",
      "budget",
      "Requests to the model that were refused because a budget was spent."),
  OBSERVED_BY_BUDGET(
      "requests_observed",
      "budget",
      "Requests that were sent in mode observe and would have been refused."),
  STORE_REQUESTS("store_requests", "store", "Requests to the store that JVMs share."),
  STORE_FAILURES("store_failures", "store", "Requests to the store that failed."),
  STORE_TIMEOUTS("store_timeouts", "store", "Requests to the store that failed by a timeout."),
  STORE_SKIPPED("store_skipped", "store", "Requests not sent because the store was down."),
  STORE_UNREADABLE("store_unreadable", "store", "Entries of the store that could not be read.");

  final @Nullable String metric;
  final @Nullable String label;
  final String help;

  Count(@Nullable String metric, @Nullable String label, String help) {
    this.metric = metric;
    this.label = label;
    this.help = help;
  }
}
