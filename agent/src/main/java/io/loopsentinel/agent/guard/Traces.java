package io.loopsentinel.agent.guard;

import io.loopsentinel.agent.telemetry.event.EventBus;
import io.loopsentinel.agent.telemetry.event.Trace;
import io.loopsentinel.engine.detect.WordSet;
import io.loopsentinel.engine.identity.CanonicalJson;
import io.loopsentinel.engine.identity.IdentityRule;
import io.loopsentinel.engine.outcome.Outcome;
import io.loopsentinel.engine.session.LoopEngine;
import io.loopsentinel.engine.session.ModelTurn;
import io.loopsentinel.engine.session.RecordedCall;
import io.loopsentinel.engine.session.Ruling;
import io.loopsentinel.engine.session.SharedSessionKey;
import io.loopsentinel.engine.session.ToolCall;
import io.loopsentinel.engine.session.Turns;
import io.loopsentinel.engine.session.UndispatchedCall;
import io.loopsentinel.engine.settings.Action;
import io.loopsentinel.engine.text.Printable;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Traces what the engine was told, by names, hashes and sizes, so that {@code replay} can tell it
 * again. Makes nothing where nobody asks for it. Thread-safe.
 *
 * <p>Calls overlap, and a line is written when a call has ended. So each carries the order in which
 * it began and ended among all others, which is taken in one step with the judgement.
 */
final class Traces {

  private final EventBus bus;
  private final Object inOrder = new Object();
  private long order;

  Traces(EventBus bus) {
    this.bus = bus;
  }

  /** Whether anybody asks for them. */
  boolean areTaken() {
    return bus.takesTraces();
  }

  /** Has a call judged. */
  Ruling judge(LoopEngine engine, CallEnvironment environment, Object session, ToolCall call) {
    if (!areTaken()) {
      return engine.judge(session, call);
    }
    synchronized (inOrder) {
      environment.tellOrder(++order);
      return engine.judge(session, call);
    }
  }

  /** Has the calls of a batch judged; their places follow each other. */
  List<Ruling> judge(
      LoopEngine engine, CallEnvironment environment, Object session, List<ToolCall> batch) {
    if (!areTaken()) {
      return engine.judgeBatch(session, batch);
    }
    synchronized (inOrder) {
      environment.tellOrder(order + 1);
      order += batch.size();
      return engine.judgeBatch(session, batch);
    }
  }

  /** Has the outcome of a call judged. */
  Ruling.@Nullable Found judge(
      LoopEngine engine, RecordedCall recorded, Outcome outcome, @Nullable CallTrace trace) {
    if (trace == null) {
      return engine.judgeOutcome(recorded, outcome);
    }
    synchronized (inOrder) {
      trace.tellEnd(++order);
      return engine.judgeOutcome(recorded, outcome);
    }
  }

  /** Has a turn judged. */
  Ruling.@Nullable Found judge(
      Turns turns,
      CallEnvironment environment,
      Object session,
      ModelTurn turn,
      @Nullable WordSet words) {
    if (!areTaken()) {
      return turns.judge(session, turn, words);
    }
    synchronized (inOrder) {
      environment.tellOrder(++order);
      return turns.judge(session, turn, words);
    }
  }

  /**
   * Begins the trace of a call that runs; {@code null} where nobody asks for it.
   *
   * @param inBatch how many calls of its batch stand before it
   */
  @Nullable CallTrace began(GuardedCall call, Ruling ruling, int inBatch) {
    if (!areTaken()) {
      return null;
    }
    Map<String, Object> values = call(call, inBatch);
    decision(ruling, null, values);
    return new CallTrace(this, values);
  }

  /**
   * Traces a call that does not run.
   *
   * @param done what was really done; a hint may have fallen to an abort
   * @param inBatch how many calls of its batch stand before it
   */
  void stopped(GuardedCall call, Ruling.Found found, Action done, int inBatch) {
    if (areTaken()) {
      Map<String, Object> values = call(call, inBatch);
      decision(found, done, values);
      publish(values);
    }
  }

  /** Traces a call that does not run since another one of its batch is stopped. */
  void withdrawn(GuardedCall call, int inBatch) {
    if (areTaken()) {
      Map<String, Object> values = call(call, inBatch);
      values.put("decision", "withdrawn");
      publish(values);
    }
  }

  /** Traces a call that was asked for and that nobody dispatched. */
  void undispatched(UndispatchedCall undispatched, CallEnvironment environment, Object session) {
    if (areTaken()) {
      ToolCall call = undispatched.requested().call();
      Subject subject = environment.subject(session, call.tool(), call.fingerprint());
      Map<String, Object> values = values("call", subject, next());
      values.put("fingerprint", call.fingerprint().toHex());
      values.put("dispatched", false);
      decision(undispatched.ruling(), null, values);
      publish(values);
    }
  }

  /**
   * Traces a response of the model.
   *
   * @param place its place in the order
   * @param words of its text; absent where they are not compared
   */
  void turn(
      Subject subject,
      long place,
      ModelTurn turn,
      @Nullable WordSet words,
      Ruling.@Nullable Found found) {
    if (areTaken()) {
      Map<String, Object> values = values("turn", subject, place);
      if (turn.text() != null) {
        values.put("text_size", turn.text().length());
      }
      if (words != null) {
        values.put("words", words.toText());
      }
      values.put("input_tokens", turn.inputTokens());
      values.put("output_tokens", turn.outputTokens());
      if (turn.model() != null) {
        values.put("model", name(turn.model()));
      }
      decision(found == null ? new Ruling.Pass(null) : found, null, values);
      publish(values);
    }
  }

  /** Traces a turn that was not begun. */
  void refused(Subject subject, Ruling.Found found) {
    if (areTaken()) {
      Map<String, Object> values = values("turn", subject, next());
      values.put("refused", true);
      decision(found, null, values);
      publish(values);
    }
  }

  /** Traces that a session begins anew. */
  void reset(Subject subject) {
    if (areTaken()) {
      publish(values("reset", subject, next()));
    }
  }

  /** Returns the next place in the order of all that is traced. */
  long next() {
    synchronized (inOrder) {
      return ++order;
    }
  }

  void publish(Map<String, Object> values) {
    bus.publish(new Trace(values));
  }

  private Map<String, Object> call(GuardedCall call, int inBatch) {
    long place = call.environment().order() + inBatch;
    Map<String, Object> values = values("call", call.subject(), place);
    values.put("fingerprint", call.call().fingerprint().toHex());
    values.put(
        "arguments_size",
        CanonicalJson.of(call.arguments(), IdentityRule.ALL_ARGUMENTS)
            .getBytes(StandardCharsets.UTF_8)
            .length);
    return values;
  }

  private static Map<String, Object> values(String type, Subject subject, long place) {
    Map<String, Object> values = new LinkedHashMap<>();
    values.put("type", type);
    values.put("time", Instant.now().toString());
    values.put("began", place);
    values.put("session", name(subject.session()));
    if (subject.session() instanceof SharedSessionKey) {
      values.put("shared", true);
    }
    if (subject.run() != null) {
      values.put("run", name(subject.run()));
    }
    if (subject.tool() != null) {
      values.put("tool", name(subject.tool()));
    }
    values.put("target", subject.target());
    return values;
  }

  private static void decision(Ruling ruling, @Nullable Action done, Map<String, Object> values) {
    values.put("decision", CallTrace.decision(ruling));
    if (ruling instanceof Ruling.Found found) {
      if (done != null && done != found.action()) {
        values.put("done", CallTrace.nameOf(done));
      }
      values.put("detector", found.decisive().finding().detector().key());
    }
  }

  private static String name(Object key) {
    return Printable.of(key.toString(), Printable.NAME);
  }
}
