package io.loopsentinel.engine.response;

import io.loopsentinel.engine.detect.Detection;
import io.loopsentinel.engine.detect.RepeatDetector;
import io.loopsentinel.engine.detect.SessionFacts;
import io.loopsentinel.engine.finding.Evidence;
import io.loopsentinel.engine.finding.Finding;
import io.loopsentinel.engine.finding.ResultMatch;
import io.loopsentinel.engine.identity.Fingerprint;
import io.loopsentinel.engine.identity.IdentityRule;
import io.loopsentinel.engine.settings.Action;
import io.loopsentinel.engine.settings.ToolPolicy;
import io.loopsentinel.engine.settings.ToolPolicy.MessageStyle;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Builds reports about a loop of {@code get_weather}: found the first time, after three calls. */
final class Reports {

  private static final Fingerprint CALL = new Fingerprint(1, 2, 3, 4);

  private final String detector;
  private final Evidence evidence;
  private int count = 3;
  private int threshold = 3;
  private List<String> tools = List.of("get_weather");
  private int occurrence = 1;
  private Action rung = Action.HINT;
  private Action next = Action.HINT;
  private @Nullable String message;
  private @Nullable String suggest;
  private @Nullable String reason;
  private MessageStyle style = MessageStyle.ALTERNATIVES;
  private SessionFacts facts = SessionFacts.NONE;
  private @Nullable String arguments = "{\"city\":\"Paris\"}";

  private Reports(String detector, Evidence evidence) {
    this.detector = detector;
    this.evidence = evidence;
  }

  static Reports of(String detector, Evidence evidence) {
    return new Reports(detector, evidence);
  }

  static Reports repeat(ResultMatch results) {
    return of("repeat", new RepeatDetector.Repeats(results, 3));
  }

  Reports count(int seen, int needed) {
    count = seen;
    threshold = needed;
    return this;
  }

  Reports tools(String... names) {
    tools = List.of(names);
    return this;
  }

  Reports occurrence(int number, Action after) {
    occurrence = number;
    next = after;
    return this;
  }

  Reports rung(Action action) {
    rung = action;
    return this;
  }

  Reports policy(@Nullable String template, @Nullable String suggestion) {
    message = template;
    suggest = suggestion;
    return this;
  }

  Reports reason(String text) {
    reason = text;
    return this;
  }

  Reports style(MessageStyle messages) {
    style = messages;
    return this;
  }

  Reports facts(SessionFacts known) {
    facts = known;
    return this;
  }

  Reports arguments(@Nullable String quoted) {
    arguments = quoted;
    return this;
  }

  LoopReport build() {
    Finding finding =
        new Finding(
            new Finding.Loop(detector, CALL),
            count,
            threshold,
            tools,
            evidence,
            "default.threshold");
    ToolPolicy policy =
        new ToolPolicy(
            ToolPolicy.DEFAULT.limits(),
            null,
            new ToolPolicy.Texts(message, style, suggest, reason),
            false,
            IdentityRule.ALL_ARGUMENTS,
            IdentityRule.ALL_ARGUMENTS,
            null);
    return new LoopReport(
        "get_weather",
        CALL,
        new Detection(finding, occurrence, rung, next, reason, facts),
        true,
        policy,
        () -> arguments,
        "s1");
  }
}
