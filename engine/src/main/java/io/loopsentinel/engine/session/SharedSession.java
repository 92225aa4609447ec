package io.loopsentinel.engine.session;

import io.loopsentinel.engine.settings.Action;

/**
 * A session that several conversations may have in common. An honest call of one may repeat calls
 * of others, so none is stopped.
 */
final class SharedSession extends StoredSession {

  SharedSession(Object key, HistoryLayout layout, long now) {
    super(key, layout, now);
  }

  @Override
  Action bounded(Action rung) {
    return rung.runsCall() ? rung : Action.WARN;
  }
}
