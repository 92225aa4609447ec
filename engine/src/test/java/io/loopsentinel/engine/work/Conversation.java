package io.loopsentinel.engine.work;

import io.loopsentinel.engine.budget.Attribution;
import io.loopsentinel.engine.budget.SpendingStore;
import io.loopsentinel.engine.call.ModelTurn;
import io.loopsentinel.engine.identity.FieldAccess;
import io.loopsentinel.engine.identity.Fingerprinter;
import io.loopsentinel.engine.session.Decision;
import io.loopsentinel.engine.session.LoopEngine;
import io.loopsentinel.engine.session.RecordedCall;
import io.loopsentinel.engine.settings.Action;
import io.loopsentinel.engine.settings.EngineSettings;
import io.loopsentinel.engine.settings.Mode;
import io.loopsentinel.engine.settings.RuntimeSwitches;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A model and its tools, played through the engine with its default settings or others as a
 * recording is: every call runs, and what would have been done about it is noted.
 */
final class Conversation {

  /** Passes before each response and each call. */
  private static final Duration STEP = Duration.ofSeconds(1);

  private final Object session = new Object();
  private final List<Noted> noted = new ArrayList<>();
  private final LoopEngine engine;
  private Instant now = Instant.EPOCH;
  private int calls;

  /**
   * What one detector found.
   *
   * @param call the call, counted from 0; what is found in a turn counts for the call that follows
   * @param detector its name
   * @param rung what would have been done
   */
  record Noted(int call, String detector, Action rung) {}

  Conversation() {
    this(EngineSettings.DEFAULT);
  }

  Conversation(EngineSettings settings) {
    engine =
        new LoopEngine(
            settings.withMode(Mode.OBSERVE),
            new RuntimeSwitches(Mode.OBSERVE),
            new Fingerprinter(FieldAccess.toOpenPackages()),
            eviction -> {},
            new SpendingStore(),
            () -> now);
  }

  /** The model answers with calls alone. */
  Conversation turn() {
    return respond(null);
  }

  /** The model answers; the next calls belong to this response. */
  Conversation turn(String text) {
    return respond(text);
  }

  /** Time passes. */
  Conversation pause(Duration duration) {
    now = now.plus(duration);
    return this;
  }

  /** A call is made; what it gives is told next, or after other calls of the same response. */
  Call call(String tool, Map<String, ?> arguments) {
    now = now.plus(STEP);
    Decision decision = engine.judge(session, engine.identify(tool, arguments));
    int number = calls++;
    note(number, decision);
    return new Call(number, decision.recorded());
  }

  /** Returns the verdict on the whole conversation. */
  Verdict verdict() {
    return new Verdict(noted, calls);
  }

  private Conversation respond(@Nullable String text) {
    now = now.plus(STEP);
    note(calls, engine.turns().judgeNext(session, Attribution.NONE));
    note(calls, engine.turns().judge(session, new ModelTurn(text, 0, 0, null)));
    return this;
  }

  private void note(int call, @Nullable Decision decision) {
    if (decision instanceof Decision.Found found) {
      found
          .detections()
          .forEach(each -> noted.add(new Noted(call, each.finding().detector(), each.rung())));
    }
  }

  /** A call whose outcome is still to be told. */
  final class Call {

    private final int number;
    private final @Nullable RecordedCall recorded;

    private Call(int number, @Nullable RecordedCall recorded) {
      this.number = number;
      this.recorded = recorded;
    }

    /** It gives a result. */
    Conversation returns(String result) {
      if (recorded != null) {
        note(number, engine.outcome(recorded, result));
      }
      return Conversation.this;
    }

    /** It throws. */
    Conversation fails(Exception failure) {
      return failed(failure);
    }

    /** Its result is marked as an error. */
    Conversation failsSaying(String text) {
      return failed(text);
    }

    private Conversation failed(Object failure) {
      if (recorded != null) {
        note(number, engine.outcomeFailed(recorded, failure));
      }
      return Conversation.this;
    }
  }
}
