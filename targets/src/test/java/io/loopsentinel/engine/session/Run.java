package io.loopsentinel.engine.session;

import io.loopsentinel.engine.call.ModelTurn;
import io.loopsentinel.engine.settings.Action;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** An agent's run: calls made one after the other, with their outcomes, and what was found. */
final class Run {

  private final LoopEngine engine;
  private final List<Event> events = new ArrayList<>();
  private Object session = "main";
  private int calls;

  /** The action on a call and the detector that decided; calls are numbered from 0. */
  record Event(int call, Action action, String detector) {}

  Run(LoopEngine engine) {
    this.engine = engine;
  }

  static Run withShippedSettings() {
    return new Run(Engines.shipped());
  }

  /** The next calls are made in another session. */
  Run in(Object otherSession) {
    session = otherSession;
    return this;
  }

  /** The model answers; the next calls belong to this response. */
  Run turn(String text) {
    engine.turns().judge(session, new ModelTurn(text, 0, 0, null));
    return this;
  }

  /** A call and its result; a stopped one has none. */
  Run call(String tool, Map<String, ?> arguments, String result) {
    return play(tool, arguments, result, null);
  }

  /** A call that throws. */
  Run failing(String tool, Map<String, ?> arguments, Exception failure) {
    return play(tool, arguments, null, failure);
  }

  /** Returns the findings in order. */
  List<Event> events() {
    return events;
  }

  private Run play(
      String tool, Map<String, ?> arguments, @Nullable String result, @Nullable Exception failure) {
    Decision decision = engine.judge(session, engine.identify(tool, arguments));
    RecordedCall recorded;
    if (decision instanceof Decision.Found found) {
      add(found);
      recorded = found.recorded();
    } else {
      recorded = ((Decision.Pass) decision).recorded();
    }
    if (recorded != null) {
      add(
          failure == null
              ? engine.outcome(recorded, Objects.requireNonNull(result))
              : engine.outcomeFailed(recorded, failure));
    }
    calls++;
    return this;
  }

  private void add(Decision.@Nullable Found found) {
    if (found != null) {
      String detector = found.decisive().finding().detector();
      events.add(new Event(calls, found.action(), detector));
    }
  }
}
