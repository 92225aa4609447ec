package io.loopsentinel.agent.management;

import io.loopsentinel.agent.question.Answer;
import io.loopsentinel.agent.question.Questions;
import io.loopsentinel.agent.telemetry.event.Count;
import io.loopsentinel.agent.telemetry.event.Telemetry;
import io.loopsentinel.engine.settings.Mode;
import io.loopsentinel.engine.settings.RuntimeSwitches;
import io.loopsentinel.engine.text.Printable;
import io.loopsentinel.management.SentinelMXBean;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The management interface of the agent for one channel. Changes are logged. Thread-safe.
 *
 * @param channel the channel in words, such as {@code over JMX}
 * @param page supplies the address of the live page; empty without one
 */
public record ManagedSentinel(
    String channel,
    AgentLifecycle lifecycle,
    Telemetry telemetry,
    SessionDirectory sessions,
    RuntimeSwitches switches,
    Questions questions,
    GuardedTargets targets,
    Supplier<String> page)
    implements SentinelMXBean {

  /** Maximum number of sessions or budgets in an answer. */
  private static final int MAX_LISTED = 1_000;

  @Override
  public String getVersion() {
    return lifecycle.version();
  }

  @Override
  public String getConfiguration() {
    return lifecycle.configuration();
  }

  @Override
  public String getMode() {
    return text(switches.mode());
  }

  @Override
  public boolean isEnabled() {
    return switches.isEnabled();
  }

  @Override
  public long getCallsSeen() {
    return telemetry.statistics().total(Count.CALLS);
  }

  @Override
  public long getCallsStopped() {
    return telemetry.statistics().stopped();
  }

  @Override
  public Map<String, Long> getStoppedByTool() {
    return telemetry.statistics().named(Count.STOPPED_BY_TOOL);
  }

  @Override
  public Map<String, Long> getReusedByTool() {
    return telemetry.statistics().named(Count.REUSED_BY_TOOL);
  }

  @Override
  public Map<String, Long> getEffectsNotRepeatedByTool() {
    return telemetry.statistics().named(Count.NOT_REPEATED_BY_TOOL);
  }

  @Override
  public Map<String, Long> getObservedByTool() {
    return telemetry.statistics().named(Count.OBSERVED_BY_TOOL);
  }

  @Override
  public Map<String, Long> getFindingsByDetector() {
    return telemetry.statistics().named(Count.FINDINGS_BY_DETECTOR);
  }

  @Override
  public int getSessionsLive() {
    return sessions.count();
  }

  @Override
  public long getInternalErrors() {
    return telemetry.failures().count();
  }

  @Override
  public String getStore() {
    return telemetry.statistics().stores().entrySet().stream()
        .map(store -> store.getKey() + (store.getValue() > 0 ? ", up" : ", down"))
        .collect(Collectors.joining());
  }

  @Override
  public int getTargetsMatched() {
    return targets.matched().get().size();
  }

  @Override
  public List<String> getUnmatchedTargets() {
    return targets.unmatched().get();
  }

  @Override
  public List<String> getGuarded() {
    return targets.frameworks().get();
  }

  @Override
  public String getWatched() {
    return lifecycle.watched();
  }

  @Override
  public String getPage() {
    return page.get();
  }

  @Override
  public List<SessionStatus> listSessions() {
    return sessions.statuses().limit(MAX_LISTED).toList();
  }

  @Override
  public SharedSessions listSharedSessions(int max) {
    return sessions.ofAllJvms(Math.min(max, MAX_LISTED));
  }

  @Override
  public List<BudgetStatus> getBudgets() {
    return sessions.budgets().stream()
        .limit(MAX_LISTED)
        .map(
            each ->
                new BudgetStatus(
                    each.budget(),
                    Printable.name(each.holder()),
                    Printable.name(each.tool()),
                    each.window(),
                    each.measure().text(),
                    each.used(),
                    each.cap()))
        .toList();
  }

  @Override
  public String raiseBudget(String budget, String holder, String amount, String time, String why) {
    String change =
        sessions
            .raises()
            .orElseThrow(() -> new IllegalArgumentException("no call was guarded so far"))
            .raise(budget, holder, amount, time, why);
    telemetry.switched(change + " (" + channel + ")");
    return change;
  }

  @Override
  public boolean reset(String session) {
    return log(sessions.reset(session, channel), "session %s was reset %s", session);
  }

  @Override
  public boolean end(String session) {
    return log(sessions.end(session, channel), "session %s was ended %s", session);
  }

  @Override
  public boolean tell(String session, String text) {
    return log(
        sessions.tell(session, text),
        "session %s: message sent %s, delivered with the model's next result or request",
        session);
  }

  private boolean log(boolean known, String line, String session) {
    if (known) {
      telemetry.log().info(line.formatted(Printable.name(session), channel));
    }
    return known;
  }

  @Override
  public void tellNextRun(String name, String text) {
    questions.nextRun().tell(name, sessions.message(text));
    String line = "message sent %s, delivered in the next run of %s";
    telemetry.log().info(line.formatted(channel, Printable.name(name)));
  }

  @Override
  public int resetAll() {
    int count = sessions.resetAll(channel);
    telemetry.log().info("all sessions (%s) were reset %s".formatted(count, channel));
    return count;
  }

  @Override
  public List<Map<String, String>> listQuestions() {
    return questions.open().stream()
        .map(
            each ->
                each.event().toMap().entrySet().stream()
                    .collect(Collectors.toMap(Map.Entry::getKey, entry -> text(entry.getValue()))))
        .toList();
  }

  private static String text(Object value) {
    return value instanceof Map<?, ?> labels
        ? labels.entrySet().stream()
            .map(each -> each.getKey() + ": " + each.getValue())
            .collect(Collectors.joining(", "))
        : value.toString();
  }

  @Override
  public boolean answer(String question, String answer, @Nullable String text) {
    return questions.answer(question, Answer.of(answer, text, channel));
  }

  @Override
  public String setMode(String mode) {
    Mode next = parse(mode);
    Mode before = switches.mode();
    switches.setMode(next);
    String change = "mode %s from now on, set %s; before %s";
    telemetry.switched(change.formatted(text(next), channel, text(before)));
    return text(before);
  }

  @Override
  public boolean setEnabled(boolean enabled) {
    boolean before = switches.isEnabled();
    switches.setEnabled(enabled);
    telemetry.switched(
        enabled
            ? "guards this JVM again, enabled " + channel
            : "guards NOTHING from now on, disabled " + channel);
    return before;
  }

  @Override
  public String reload() {
    return lifecycle.reload();
  }

  @Override
  public void detach() {
    lifecycle.detach();
  }

  @Override
  public String summary() {
    return String.join("\n", sessions.summary().lines());
  }

  private static Mode parse(String text) {
    return Arrays.stream(Mode.values())
        .filter(mode -> text(mode).equals(text))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "mode: expected enforce or observe, found \"%s\""
                        .formatted(Printable.name(text))));
  }

  private static String text(Mode mode) {
    return mode.name().toLowerCase(Locale.ROOT);
  }
}
