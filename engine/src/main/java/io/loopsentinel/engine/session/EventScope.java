package io.loopsentinel.engine.session;

import io.loopsentinel.engine.budget.Attribution;
import io.loopsentinel.engine.call.ToolCall;
import org.jspecify.annotations.Nullable;

/**
 * The context in which an event is applied.
 *
 * @param session the session, locked
 * @param name the session's key as text
 * @param time the time of the event, in milliseconds since the epoch
 * @param replica the place of the session in its log; {@code null} if it is not shared
 * @param writer the writer of the event; empty if the session is not shared
 * @param number the number of the event; 0 if the session is not shared
 */
record EventScope(
    Judge judge,
    Session session,
    String name,
    long time,
    @Nullable Replica replica,
    String writer,
    long number) {

  /** Returns whether another JVM, or an earlier copy of the session, wrote the event. */
  boolean isForeign() {
    return replica != null && !replica.writer().equals(writer);
  }

  /** Records the labels of the call or turn that is about to be judged. */
  void attribute(Attribution attribution) {
    session.history().attribute(name, attribution, time);
  }

  /** Judges a call, and records it if it runs. */
  Decision judge(ToolCall call, long decisionNumber) {
    attribute(call.attribution());
    session.countCall();
    return judge.judge(session, call, true, time, decisionNumber);
  }

  /** Records that a tool is dispatched, so that its calls are not judged with the next turn. */
  void dispatched(String tool) {
    if (!isForeign()) {
      session.dispatched(tool, judge.state().dispatched());
    }
  }

  /** Keeps a call that runs until it has ended, without arguments of the application. */
  void keep(int index, @Nullable RecordedCall recorded) {
    if (replica != null && recorded != null) {
      RecordedCall kept = isForeign() ? recorded : recorded.withoutArguments();
      replica.keep(new CallId(writer, number, index), kept);
    }
  }

  /** Returns a call that has ended; {@code null} if it is unknown to the session. */
  @Nullable RecordedCall ended(@Nullable CallId call, @Nullable RecordedCall own) {
    return replica == null ? own : replica.ended(call);
  }
}
