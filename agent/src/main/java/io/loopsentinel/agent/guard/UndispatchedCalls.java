package io.loopsentinel.agent.guard;

import io.loopsentinel.engine.response.LoopReport;
import io.loopsentinel.engine.response.Messages;
import io.loopsentinel.engine.session.Ruling;
import io.loopsentinel.engine.session.ToolCall;
import io.loopsentinel.engine.session.UndispatchedCall;
import io.loopsentinel.engine.settings.Action;
import io.loopsentinel.engine.text.Printable;
import org.jspecify.annotations.Nullable;

/**
 * Does what was decided about calls that the model asked for and that nobody dispatched: what a
 * result would have told the model, its next request tells it. Stateless.
 */
final class UndispatchedCalls {

  private UndispatchedCalls() {}

  /** What stops the turn. */
  record Stop(LoopReport report, boolean terminated) {}

  /** Returns what stops the turn that is about to begin; {@code null} where it may. */
  static @Nullable Stop act(Shared shared, CallEnvironment environment, Object session) {
    Stop stop = null;
    for (UndispatchedCall call : shared.engine().turns().judgeUndispatched(session)) {
      shared.traces().undispatched(call, environment, session);
      if (!(call.ruling() instanceof Ruling.Found found)) {
        continue;
      }
      LoopReport report = report(call, found, session);
      Action action = found.action();
      boolean told =
          switch (action) {
            case WARN -> shared.engine().turns().keepWarning(session, Messages.warning(report));
            case HINT -> shared.engine().turns().keepWarning(session, Messages.hint(report));
            case OBSERVE, ABORT, TERMINATE -> false;
          };
      ToolCall requested = call.requested().call();
      shared
          .reports()
          .ofUndispatched(
              found, environment.subject(session, requested.tool(), requested.fingerprint()), told);
      // One that ends the session is the last that was judged.
      if (action == Action.TERMINATE || (action == Action.ABORT && stop == null)) {
        stop = new Stop(report, action == Action.TERMINATE);
      }
    }
    return stop;
  }

  private static LoopReport report(UndispatchedCall call, Ruling.Found found, Object session) {
    return new LoopReport(
        call.requested().call().tool(),
        call.requested().call().fingerprint(),
        found.decisive().finding(),
        found.decisive().occurrence(),
        found.decisive().next(),
        false,
        call.requested().call().policy(),
        call.requested()::shownArguments,
        Printable.of(session.toString(), Printable.NAME));
  }
}
