package io.loopsentinel.engine;

import io.loopsentinel.engine.Answer.JudgedCall;
import io.loopsentinel.engine.Answer.Kind;
import io.loopsentinel.engine.call.ModelTurn;
import io.loopsentinel.engine.call.ToolCall;
import io.loopsentinel.engine.identity.FieldAccess;
import io.loopsentinel.engine.identity.Fingerprinter;
import io.loopsentinel.engine.response.LoopReport;
import io.loopsentinel.engine.response.Messages;
import io.loopsentinel.engine.session.Decision;
import io.loopsentinel.engine.session.LoopEngine;
import io.loopsentinel.engine.session.RecordedCall;
import io.loopsentinel.engine.settings.Action;
import io.loopsentinel.engine.settings.EngineSettings;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Finds loops in the tool calls of agents that ask it themselves, without the Java agent.
 *
 * <pre>{@code
 * Sentinel sentinel = Sentinel.withDefaults();
 *
 * Answer answer = sentinel.evaluate("conversation-7", "search", Map.of("query", "late orders"));
 * if (!answer.runs()) {
 *   return answer.text();
 * }
 * String result = search("late orders");
 * String hint = sentinel.completed(answer, result);
 * return hint == null ? result : result + "\n\n" + hint;
 * }</pre>
 *
 * <p><b>Sessions.</b> A session is one conversation with a model. Its id is any object with quick
 * and consistent {@code equals}, {@code hashCode} and {@code toString} methods, such as a text or a
 * {@link java.util.UUID}. Equal ids are one session. An id is kept as long as its session; a text
 * of more than 128 characters is kept as its hash. Two conversations must not share an id, because
 * honest calls of one would count as repetitions of the other.
 *
 * <p><b>Memory.</b> A session is dropped after 30 minutes without a call, and the least recently
 * used one when there are more than 100,000, unless the {@linkplain EngineSettings#sessions
 * settings} say otherwise. A session of 100 calls takes about 20 KB: tool names and hashes, and at
 * most one line of a failure that repeats, but no arguments, other results or texts of the model.
 *
 * <p>Thread-safe; judging a call and recording it are one step. No method calls a model, starts a
 * thread or opens a file. A method throws {@link NullPointerException} if an argument is null that
 * is not marked as nullable, and {@link IllegalStateException} if another thread holds the lock of
 * the session for two seconds, which only a defect can cause.
 */
public final class Sentinel {

  private final LoopEngine engine;

  private Sentinel(EngineSettings settings) {
    engine = new LoopEngine(settings, new Fingerprinter(FieldAccess.toOpenPackages()));
  }

  /** Returns a sentinel without sessions that has the default settings. */
  public static Sentinel withDefaults() {
    return with(EngineSettings.DEFAULT);
  }

  /** Returns a sentinel without sessions that has the given settings. */
  public static Sentinel with(EngineSettings settings) {
    return new Sentinel(settings);
  }

  /**
   * Judges a call before it runs. A call that may run is recorded, and its outcome should be passed
   * to {@link #completed} or {@link #failed}.
   *
   * @param session the session's id
   * @param tool the tool's name
   * @param arguments the arguments: a text, map, collection, array or any other object; {@code
   *     null} if there are none. Read here and not changed
   */
  public Answer evaluate(Object session, String tool, @Nullable Object arguments) {
    Objects.requireNonNull(session, "session");
    ToolCall call = engine.identify(Objects.requireNonNull(tool, "tool"), arguments);
    return answer(session, call, engine.judge(session, call));
  }

  /**
   * Lets a call run that a person has allowed after {@link Kind#ASK}.
   *
   * @param asked the answer to the call
   * @return the answer to continue with: {@link Kind#RUN}, or {@link Kind#TERMINATE} if the session
   *     was terminated in the meantime
   * @throws IllegalArgumentException if the answer is of another kind
   */
  public Answer allow(Answer asked) {
    JudgedCall judged = asked.judged(Kind.ASK);
    Decision decision = engine.allow(judged.session(), judged.call());
    return answer(judged.session(), judged.call(), decision);
  }

  private Answer answer(Object session, ToolCall call, Decision decision) {
    if (!(decision instanceof Decision.Found found)) {
      JudgedCall judged = new JudgedCall(session, call, decision.recorded(), null);
      return new Answer(Kind.RUN, null, null, null, judged);
    }
    LoopReport report = engine.report(session, call, found.decisive());
    Action action = found.action();
    String warning = action == Action.WARN ? Messages.warning(report) : null;
    JudgedCall judged = new JudgedCall(session, call, found.recorded(), warning);
    return switch (action) {
      case OBSERVE, WARN -> new Answer(Kind.RUN, null, found, report, judged);
      case REUSE, HINT -> new Answer(Kind.HINT, Messages.hint(report), found, report, judged);
      case ASK -> new Answer(Kind.ASK, Messages.hint(report), found, report, judged);
      case ABORT -> new Answer(Kind.ABORT, Messages.lastHint(report), found, report, judged);
      case TERMINATE ->
          new Answer(Kind.TERMINATE, Messages.lastHint(report), found, report, judged);
    };
  }

  /**
   * Records the result of a call that ran. To be called once for each call.
   *
   * @param answer the answer that let it run
   * @param result the result as the model reads it; {@code null} if it has none
   * @return a hint to add to the result, or {@code null} if there is none
   * @throws IllegalArgumentException if the call was not to run
   */
  public @Nullable String completed(Answer answer, @Nullable Object result) {
    JudgedCall judged = answer.judged(Kind.RUN);
    RecordedCall recorded = judged.recorded();
    return hint(judged, recorded == null ? null : engine.outcome(recorded, result));
  }

  /**
   * Records the failure of a call that ran. To be called once for each call.
   *
   * @param answer the answer that let it run
   * @param failure the exception, or the text of the failure
   * @return a hint to add to the text of the failure, or {@code null} if there is none
   * @throws IllegalArgumentException if the call was not to run
   */
  public @Nullable String failed(Answer answer, Object failure) {
    Objects.requireNonNull(failure, "failure");
    JudgedCall judged = answer.judged(Kind.RUN);
    RecordedCall recorded = judged.recorded();
    return hint(judged, recorded == null ? null : engine.outcomeFailed(recorded, failure));
  }

  private @Nullable String hint(JudgedCall judged, Decision.@Nullable Found found) {
    String before = judged.warning();
    if (found == null || found.action() != Action.WARN) {
      return before;
    }
    ToolCall call = judged.call();
    LoopReport report = engine.report(judged.session(), call, found.decisive());
    // The tool may have changed arguments that are not text.
    String after =
        Messages.warning(call.arguments() instanceof String ? report : report.withoutArguments());
    return before == null ? after : before + "\n\n" + after;
  }

  /**
   * Judges a response of the model. Optional: finds a model that repeats its texts, and counts
   * tokens against budgets. Calls that are judged afterwards belong to the response.
   *
   * @param session the session's id
   * @param text the text, or {@code null} if there is none
   * @param inputTokens the tokens of the request, 0 if unknown
   * @param outputTokens the tokens of the response, 0 if unknown
   * @param model the name of the model for the price of its tokens, or {@code null}
   * @return {@link Kind#RUN}, with a warning for the next request as {@link Answer#text} if there
   *     is one; or {@link Kind#TERMINATE}: the run should end, and further calls of the session are
   *     not to run
   */
  public Answer responded(
      Object session,
      @Nullable String text,
      long inputTokens,
      long outputTokens,
      @Nullable String model) {
    Objects.requireNonNull(session, "session");
    ModelTurn turn = new ModelTurn(text, inputTokens, outputTokens, model);
    Decision.Found found = engine.turns().judge(session, turn);
    if (found == null) {
      return new Answer(Kind.RUN, null, null, null, null);
    }
    LoopReport report = engine.turns().report(session, found.decisive());
    return switch (found.action()) {
      case OBSERVE -> new Answer(Kind.RUN, null, found, report, null);
      case WARN -> new Answer(Kind.RUN, Messages.warning(report), found, report, null);
      case REUSE, HINT, ASK, ABORT, TERMINATE ->
          new Answer(Kind.TERMINATE, null, found, report, null);
    };
  }

  /**
   * Forgets a session. Calls of a session that was terminated run again.
   *
   * @param session the session's id; unknown ones are ignored
   */
  public void reset(Object session) {
    engine.reset(Objects.requireNonNull(session, "session"));
  }
}
