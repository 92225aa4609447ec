package io.loopsentinel.agent.guard;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.loopsentinel.agent.telemetry.event.EventBus;
import io.loopsentinel.engine.identity.CanonicalJson;
import io.loopsentinel.engine.identity.IdentityRule;
import io.loopsentinel.engine.outcome.Outcome;
import io.loopsentinel.engine.outcome.WordSet;
import io.loopsentinel.engine.session.LoopEngine;
import io.loopsentinel.engine.session.ModelTurn;
import io.loopsentinel.engine.session.RecordedCall;
import io.loopsentinel.engine.session.Ruling;
import io.loopsentinel.engine.session.SharedSessionKey;
import io.loopsentinel.engine.session.Turns.UndispatchedCall;
import io.loopsentinel.engine.settings.Action;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Records the input of the engine as names, hashes and sizes, so that {@code replay} can play it
 * again. Does nothing unless a sink takes traces. Thread-safe.
 *
 * <p>Calls overlap, and a line is written when a call has ended. So each has sequence numbers for
 * its beginning and its end, taken atomically with the judgement, under the lock of its session.
 */
final class Traces {

  private static final double NANOS_A_MILLISECOND = 1e6;

  private final EventBus bus;
  private final LoopEngine engine;
  private final AtomicLong order;

  Traces(EventBus bus, LoopEngine engine) {
    this(bus, engine, new AtomicLong());
  }

  private Traces(EventBus bus, LoopEngine engine, AtomicLong order) {
    this.bus = bus;
    this.engine = engine;
    this.order = order;
  }

  /** Returns traces of another engine that continue the sequence. */
  Traces with(LoopEngine other) {
    return new Traces(bus, other, order);
  }

  /**
   * Rulings on calls that were judged together.
   *
   * @param place the sequence number of the first call
   * @param answered the sequence number of a person's answer; 0 if there was no question
   */
  record Placed(long place, List<Ruling> rulings, long answered) {

    /** Returns the last ruling. If it stops its call, no call runs. */
    Ruling last() {
      return rulings.get(rulings.size() - 1);
    }
  }

  /** Judges the calls of a dispatch; the sequence numbers of a batch are consecutive. */
  Placed judge(List<GuardedCall> calls) {
    Object session = calls.get(0).session();
    return engine.inOneStep(
        session,
        () ->
            new Placed(
                order.getAndAdd(calls.size()) + 1,
                calls.size() > 1
                    ? engine.judgeBatch(session, calls.stream().map(GuardedCall::call).toList())
                    : List.of(engine.judge(session, calls.get(0).call())),
                0));
  }

  /**
   * Resumes the last of the calls, which has waited for a person.
   *
   * @param done the action; if the call runs, it is the only one
   */
  Placed resume(LoopEngine engine, List<GuardedCall> calls, Placed asked, Action done) {
    GuardedCall last = calls.get(asked.rulings().size() - 1);
    return engine.inOneStep(
        last.session(),
        () -> {
          long answered = order.incrementAndGet();
          Ruling allowed = done.runsCall() ? engine.allow(last.session(), last.call()) : null;
          Ruling decided =
              allowed instanceof Ruling.Found ended
                  ? ended
                  : ((Ruling.Found) asked.last())
                      .with(done, allowed == null ? null : allowed.recorded());
          List<Ruling> rulings = new ArrayList<>(asked.rulings());
          rulings.set(rulings.size() - 1, decided);
          return new Placed(asked.place(), rulings, answered);
        });
  }

  Ruling.@Nullable Found judge(RecordedCall recorded, Outcome outcome, @Nullable CallTrace trace) {
    return engine.inOneStepAfter(
        recorded,
        () -> {
          if (trace != null) {
            trace.end = order.incrementAndGet();
          }
          return engine.judgeOutcome(recorded, outcome);
        });
  }

  Ruling.@Nullable Found judge(Reports.Subject subject, ModelTurn turn, @Nullable WordSet words) {
    Object session = subject.session();
    AtomicLong place = new AtomicLong();
    Ruling.Found found =
        engine.inOneStep(
            session,
            () -> {
              place.set(order.incrementAndGet());
              return engine.turns().judge(session, turn, words);
            });
    if (!bus.takesTraces()) {
      return found;
    }
    Map<String, Object> values = values("turn", subject, place.get());
    put(values, "text_size", turn.text() == null ? null : turn.text().length());
    put(values, "words", words == null || !bus.takesSizes() ? null : words.toText());
    values.put("input_tokens", turn.inputTokens());
    put(values, "cached_tokens", turn.cachedTokens() == 0 ? null : turn.cachedTokens());
    values.put("output_tokens", turn.outputTokens());
    put(values, "model", turn.model() == null ? null : Reports.name(turn.model()));
    putDecision(values, found, null);
    bus.publishTrace(values);
    return found;
  }

  /** Begins the trace of a call that runs; {@code null} if no sink takes traces. */
  @Nullable CallTrace began(GuardedCall call, Ruling ruling, Placed placed, int index) {
    if (!bus.takesTraces()) {
      return null;
    }
    Map<String, Object> values = call(call, placed.place() + index);
    putDecision(values, ruling, null);
    putAsked(values, placed);
    return new CallTrace(values);
  }

  /** Traces calls that do not run: the last is stopped, and the others are withdrawn. */
  void stopped(List<GuardedCall> calls, Placed placed, Action done) {
    int stopped = placed.rulings().size() - 1;
    for (int i = 0; bus.takesTraces() && i <= stopped; i++) {
      Map<String, Object> values = call(calls.get(i), placed.place() + i);
      put(values, "words", bus.takesSizes() ? calls.get(i).call().words().toText() : null);
      if (i == stopped) {
        putDecision(values, placed.last(), done);
        putAsked(values, placed);
      } else {
        values.put("decision", "withdrawn");
      }
      bus.publishTrace(values);
    }
  }

  /** Traces a call that was requested and never dispatched. */
  void undispatched(UndispatchedCall call, Reports.Subject subject) {
    if (bus.takesTraces()) {
      Map<String, Object> values = values("call", subject, order.incrementAndGet());
      values.put("fingerprint", call.requested().call().fingerprint().toHex());
      values.put("dispatched", false);
      values.put("words", call.requested().call().words().toText());
      putDecision(values, call.ruling(), null);
      bus.publishTrace(values);
    }
  }

  /** Traces a refused request. */
  void refused(Reports.Subject subject, Ruling.Found found) {
    if (bus.takesTraces()) {
      Map<String, Object> values = values("turn", subject, order.incrementAndGet());
      values.put("refused", true);
      putDecision(values, found, null);
      bus.publishTrace(values);
    }
  }

  void reset(Reports.Subject subject) {
    if (bus.takesTraces()) {
      bus.publishTrace(values("reset", subject, order.incrementAndGet()));
    }
  }

  private static int sizeInBytes(@Nullable Object value) {
    return CanonicalJson.of(value, IdentityRule.ALL_ARGUMENTS).getBytes(UTF_8).length;
  }

  private Map<String, Object> call(GuardedCall call, long place) {
    Map<String, Object> values = values("call", call.subject(), place);
    values.put("fingerprint", call.call().fingerprint().toHex());
    if (bus.takesSizes()) {
      values.put("arguments_size", sizeInBytes(call.call().arguments()));
    }
    return values;
  }

  private Map<String, Object> values(String type, Reports.Subject subject, long place) {
    Map<String, Object> values = new LinkedHashMap<>();
    values.put("type", type);
    values.put("time", Instant.now().toString());
    values.put("began", place);
    values.put("session", Reports.name(subject.session()));
    put(values, "shared", subject.session() instanceof SharedSessionKey ? true : null);
    put(values, "run", subject.run());
    put(values, "tool", subject.tool());
    values.put("target", subject.target());
    Map<String, String> labels = subject.attribution(engine).labels();
    put(values, "labels", labels.isEmpty() ? null : new TreeMap<>(labels));
    return values;
  }

  private static void putDecision(
      Map<String, Object> values, @Nullable Ruling ruling, @Nullable Action done) {
    if (!(ruling instanceof Ruling.Found found)) {
      values.put("decision", "run");
      return;
    }
    values.put("decision", found.action().text());
    put(values, "done", done == null || done == found.action() ? null : done.text());
    values.put("detector", found.decisive().finding().detector());
  }

  /** Records the question as the decision, and the action taken as done. */
  private static void putAsked(Map<String, Object> values, Placed placed) {
    if (placed.answered() > 0) {
      values.putIfAbsent("done", String.valueOf(values.put("decision", Action.ASK.text())));
      values.put("answered", placed.answered());
    }
  }

  private static void put(Map<String, Object> values, String name, @Nullable Object value) {
    if (value != null) {
      values.put(name, value);
    }
  }

  /** The trace of a call that runs; it ends once. */
  final class CallTrace {

    private final Map<String, Object> values;
    private final long start = System.nanoTime();
    private long end;

    private CallTrace(Map<String, Object> values) {
      this.values = values;
    }

    /** Publishes the trace with the outcome, if known. */
    void ended(@Nullable Outcome outcome, @Nullable Object text, Ruling.@Nullable Found found) {
      values.put("ended", end == 0 ? order.incrementAndGet() : end);
      values.put("duration_ms", (System.nanoTime() - start) / NANOS_A_MILLISECOND);
      values.put("outcome", outcome == null ? "unseen" : outcome.failed() ? "failed" : "returned");
      if (outcome != null && bus.takesSizes()) {
        if (text != null) {
          int size = text instanceof String string ? string.length() : sizeInBytes(text);
          values.put("result_size", size);
        }
        values.put("result", outcome.toMap());
      }
      if (found != null) {
        values.put("decision_after", found.action().text());
        values.put("detector_after", found.decisive().finding().detector());
      }
      bus.publishTrace(values);
    }
  }
}
