package io.loopsentinel.agent.guard.report;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.loopsentinel.agent.guard.call.CallSubject;
import io.loopsentinel.agent.guard.call.DispatchedCall;
import io.loopsentinel.agent.telemetry.event.EventBus;
import io.loopsentinel.engine.call.ModelTurn;
import io.loopsentinel.engine.identity.CanonicalJson;
import io.loopsentinel.engine.identity.IdentityRule;
import io.loopsentinel.engine.outcome.Outcome;
import io.loopsentinel.engine.outcome.WordSet;
import io.loopsentinel.engine.session.Decision;
import io.loopsentinel.engine.session.LoopEngine;
import io.loopsentinel.engine.session.RequestedCall;
import io.loopsentinel.engine.session.view.SharedSessionKey;
import io.loopsentinel.engine.settings.Action;
import io.loopsentinel.engine.text.Printable;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * Records the input of the engine as names, hashes and sizes, so that {@code replay} can play it
 * again. Does nothing unless a sink takes traces. Thread-safe.
 *
 * <p>Calls overlap, and a line is written when a call has ended. So each has the sequence numbers
 * of the decisions on its beginning and its end.
 */
public record Traces(EventBus bus, LoopEngine engine) {

  private static final double NANOS_PER_MILLISECOND = 1e6;

  public void turn(
      CallSubject subject, ModelTurn turn, @Nullable WordSet words, Decision decision) {
    if (!bus.takesTraces()) {
      return;
    }
    Map<String, Object> values = values("turn", subject, decision.sequence());
    put(values, "text_size", turn.text() == null ? null : turn.text().length());
    put(values, "words", words == null || !bus.takesSizes() ? null : words.toText());
    values.put("input_tokens", turn.inputTokens());
    put(values, "cached_tokens", turn.cachedTokens() == 0 ? null : turn.cachedTokens());
    values.put("output_tokens", turn.outputTokens());
    put(values, "model", turn.model() == null ? null : Printable.name(turn.model()));
    putDecision(values, decision, null);
    bus.publishTrace(values);
  }

  /** Begins the trace of a call that runs; {@code null} if no sink takes traces. */
  public @Nullable CallTrace began(DispatchedCall call, Decision decision) {
    if (!bus.takesTraces()) {
      return null;
    }
    Map<String, Object> values = call(call, decision.sequence());
    putDecision(values, decision, null);
    putAsked(values, decision);
    return new CallTrace(values);
  }

  /** Traces calls that do not run: the last is stopped, and the others are withdrawn. */
  public void stopped(List<DispatchedCall> calls, List<Decision> decisions, Action done) {
    int stopped = decisions.size() - 1;
    for (int i = 0; bus.takesTraces() && i <= stopped; i++) {
      Map<String, Object> values = call(calls.get(i), decisions.get(i).sequence());
      put(values, "words", bus.takesSizes() ? calls.get(i).call().words().toText() : null);
      if (i == stopped) {
        putDecision(values, decisions.get(i), done);
        putAsked(values, decisions.get(i));
      } else {
        values.put("decision", "withdrawn");
      }
      bus.publishTrace(values);
    }
  }

  /** Traces a call that does not run, because its run was ended by an earlier call. */
  public void afterEnd(DispatchedCall call, String detector) {
    if (bus.takesTraces()) {
      Map<String, Object> values = call(call, engine.nextNumber());
      values.put("after_end", true);
      values.put("decision", Action.ABORT.text());
      values.put("detector", detector);
      bus.publishTrace(values);
    }
  }

  public void undispatched(RequestedCall call, CallSubject subject) {
    if (bus.takesTraces()) {
      Map<String, Object> values = values("call", subject, call.decision().sequence());
      values.put("fingerprint", call.call().fingerprint().toHex());
      values.put("dispatched", false);
      values.put("words", call.call().words().toText());
      putDecision(values, call.decision(), null);
      bus.publishTrace(values);
    }
  }

  public void refused(CallSubject subject, Decision.Found found) {
    if (bus.takesTraces()) {
      Map<String, Object> values = values("turn", subject, engine.nextNumber());
      values.put("refused", true);
      putDecision(values, found, null);
      bus.publishTrace(values);
    }
  }

  public void reset(CallSubject subject) {
    if (bus.takesTraces()) {
      bus.publishTrace(values("reset", subject, engine.nextNumber()));
    }
  }

  private static int sizeInBytes(@Nullable Object value) {
    return CanonicalJson.of(value, IdentityRule.ALL_ARGUMENTS).getBytes(UTF_8).length;
  }

  private Map<String, Object> call(DispatchedCall call, long number) {
    Map<String, Object> values = values("call", call.subject(), number);
    values.put("fingerprint", call.call().fingerprint().toHex());
    if (bus.takesSizes()) {
      values.put("arguments_size", sizeInBytes(call.call().arguments()));
    }
    return values;
  }

  private Map<String, Object> values(String type, CallSubject subject, long number) {
    Map<String, Object> values = new LinkedHashMap<>();
    values.put("type", type);
    values.put("time", Instant.now().truncatedTo(ChronoUnit.MILLIS).toString());
    values.put("began", number);
    values.put("session", Printable.name(subject.session()));
    put(values, "shared", subject.session() instanceof SharedSessionKey ? true : null);
    put(values, "run", subject.run());
    put(values, "tool", subject.tool());
    values.put("target", subject.target());
    Map<String, String> labels = subject.attribution(engine).labels();
    put(values, "labels", labels.isEmpty() ? null : new TreeMap<>(labels));
    return values;
  }

  private static void putDecision(
      Map<String, Object> values, Decision decision, @Nullable Action done) {
    if (!(decision instanceof Decision.Found found)) {
      values.put("decision", "run");
      return;
    }
    values.put("decision", found.action().text());
    put(values, "done", done == null || done == found.action() ? null : done.text());
    values.put("detector", found.decisive().finding().detector());
  }

  /** Records the question as the decision, and the action taken as done. */
  private static void putAsked(Map<String, Object> values, Decision decision) {
    if (decision instanceof Decision.Found found && found.answered() > 0) {
      values.putIfAbsent("done", String.valueOf(values.put("decision", Action.ASK.text())));
      values.put("answered", found.answered());
    }
  }

  private static void put(Map<String, Object> values, String name, @Nullable Object value) {
    if (value != null) {
      values.put(name, value);
    }
  }

  /** The trace of a call that runs; it ends once. */
  public final class CallTrace {

    private final Map<String, Object> values;
    private final long start = System.nanoTime();
    private final AtomicBoolean ended = new AtomicBoolean();

    private CallTrace(Map<String, Object> values) {
      this.values = values;
    }

    /** Notes that the call does not run, because it gets an earlier result. */
    public void reused() {
      values.put("reused", true);
    }

    /** Publishes the trace with the outcome, if known, and the decision on it, if judged; once. */
    public void ended(
        @Nullable Outcome outcome, @Nullable Object text, @Nullable Decision decision) {
      if (ended.getAndSet(true)) {
        return;
      }
      values.put("ended", decision == null ? engine.nextNumber() : decision.sequence());
      values.put("duration_ms", (System.nanoTime() - start) / NANOS_PER_MILLISECOND);
      values.put("outcome", outcome == null ? "unseen" : outcome.failed() ? "failed" : "returned");
      if (outcome != null && bus.takesSizes()) {
        if (text != null) {
          int size = text instanceof String string ? string.length() : sizeInBytes(text);
          values.put("result_size", size);
        }
        values.put("result", outcome.toMap());
      }
      if (decision instanceof Decision.Found found) {
        values.put("decision_after", found.action().text());
        values.put("detector_after", found.decisive().finding().detector());
      }
      bus.publishTrace(values);
    }
  }
}
