package io.loopsentinel.engine.session;

import io.loopsentinel.engine.api.SharedStore.Append;
import io.loopsentinel.engine.api.SharedStore.Entry;
import io.loopsentinel.engine.budget.Account;
import io.loopsentinel.engine.budget.Attribution;
import io.loopsentinel.engine.call.ToolCall;
import io.loopsentinel.engine.detect.Budgets;
import io.loopsentinel.engine.detect.SessionHistory;
import io.loopsentinel.engine.outcome.Outcome;
import io.loopsentinel.engine.session.SessionEvent.Asked;
import io.loopsentinel.engine.session.SessionEvent.AskedTogether;
import io.loopsentinel.engine.session.SessionEvent.Attributed;
import io.loopsentinel.engine.session.SessionEvent.Carried;
import io.loopsentinel.engine.session.SessionEvent.Completed;
import io.loopsentinel.engine.session.SessionEvent.Judged;
import io.loopsentinel.engine.session.SessionEvent.Responded;
import io.loopsentinel.engine.session.SessionEvent.Restarted;
import io.loopsentinel.engine.session.SessionEvent.Sent;
import io.loopsentinel.engine.session.view.SessionKey;
import io.loopsentinel.engine.session.view.SessionState;
import io.loopsentinel.engine.session.view.SharedSessionKey;
import io.loopsentinel.engine.settings.BudgetSettings.Measure;
import io.loopsentinel.engine.settings.EngineSettings.SessionSettings;
import io.loopsentinel.engine.text.Printable;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Applies the events of all sessions in order: that of this JVM alone, or of a store that several
 * JVMs share.
 *
 * <p>A session is shared if its key names a conversation, and not something of this JVM alone such
 * as a thread or a run. Each JVM appends its events to the log of the session and applies all
 * events of the log in their order, so all reach the same decisions. The store is asked outside of
 * all locks. While it fails, events are applied as the settings say, and appended later.
 *
 * <p>Thread-safe.
 */
final class SessionEvents {

  /** Maximum number of JVMs with other settings that are noticed. */
  private static final int MAX_OTHERS = 100;

  private final CachedSessions sessions;
  private final Judge judge;
  private final Budgets budgets;
  private final InstantSource clock;
  private final SessionSettings settings;
  private final EventFormat format;
  private final @Nullable Sharing sharing;

  /** The names of JVMs with other settings. */
  private final Set<String> others = ConcurrentHashMap.newKeySet();

  SessionEvents(
      CachedSessions sessions,
      Judge judge,
      Budgets budgets,
      InstantSource clock,
      SessionSettings settings,
      EventFormat format,
      @Nullable Sharing sharing) {
    this.sessions = sessions;
    this.judge = judge;
    this.budgets = budgets;
    this.clock = clock;
    this.settings = settings;
    this.format = format;
    this.sharing = sharing;
  }

  /** Returns whether a session with this key is the same in all JVMs. */
  static boolean isShared(Object key) {
    return key instanceof SharedSessionKey shared
        ? isShared(shared.key())
        : key instanceof String
            || key instanceof UUID
            || key instanceof Long
            || key instanceof Integer;
  }

  /** Applies an event to the session of a key, which begins with it if it is new. */
  <R> R perform(Object key, SessionEvent<R> event) {
    if (!(event instanceof Judged<R> judged) || !budgets.areSharedWithJvms()) {
      return place(key, event);
    }
    String name = SessionKey.text(key); // Code of the application, so not under the lock.
    Map<Account.Key, Set<Measure>> accounts =
        sessions.in(
            key,
            session -> {
              SessionHistory history = session.history();
              history.attribute(name, judged.attribution(), clock.millis());
              return budgets.accounts(
                  history, judged.asked().stream().map(ToolCall::tool).distinct().toList());
            });
    budgets.exchange(accounts);
    R result = place(key, event);
    if (event instanceof Responded) {
      budgets.exchange(Map.of());
    }
    return result;
  }

  private <R> R place(Object key, SessionEvent<R> event) {
    String name = SessionKey.text(key);
    Session session;
    Replica replica;
    Replica.Pending<R> pending;
    Append append;
    try (Session locked = sessions.lock(key)) {
      if (sharing == null || !isShared(key)) {
        return apply(locked, event, name);
      }
      session = locked;
      replica = locked.replica(() -> sharing.replica(name));
      pending = replica.add(event, format.write(event));
      append = replica.append(event instanceof Restarted, settings.idleTimeout());
    }
    return append(session, replica, pending, event, append);
  }

  /** Records that a request is sent. The log of a shared session gets it with the next event. */
  void requested(Object key) {
    Sent event = new Sent();
    String name = SessionKey.text(key);
    try (Session session = sessions.lock(key)) {
      if (sharing == null || !isShared(key)) {
        boolean unused = apply(session, event, name);
      } else {
        Replica replica = session.replica(() -> sharing.replica(name));
        Replica.Pending<Boolean> unused = replica.add(event, format.write(event));
      }
    }
  }

  /** Records the outcome of a call, whose session may have been dropped since. */
  Decision complete(RecordedCall recorded, Outcome outcome) {
    Session session = recorded.session();
    Replica replica;
    Replica.Pending<Decision> pending;
    Completed event;
    Append append;
    try (Session locked = session.lock()) {
      replica = locked.replica();
      if (replica == null) {
        return judge.judgeOutcome(locked, recorded, outcome, clock.millis());
      }
      event = new Completed(replica.idOf(recorded), recorded, outcome);
      pending = replica.add(event, format.write(event));
      append = replica.append(false, settings.idleTimeout());
    }
    return append(session, replica, pending, event, append);
  }

  /**
   * Drops a session, in all JVMs if it is shared.
   *
   * @return whether it had been terminated, as far as this JVM knows
   */
  boolean restart(Object key) {
    if (sharing != null && isShared(key)) {
      boolean wasTerminated = perform(key, new Restarted());
      boolean unused = sessions.forget(key);
      return wasTerminated;
    }
    return sessions.forget(key);
  }

  /**
   * Returns the state of a session that is locked. One that was terminated by a budget is not
   * terminated any more if the budget's window is over.
   */
  SessionState state(Session session) {
    SessionState state = session.state();
    Decision.Found end = session.found().terminatedBy();
    if (end == null || !end.decisive().finding().isOfBudget()) {
      return state;
    }
    session.lock(budgets);
    boolean isTerminated =
        budgets.keepsEnded(end.decisive().finding(), session.history().at(clock.millis()));
    return new SessionState(isTerminated, state.calls(), state.last(), state.attribution());
  }

  private <R> R apply(Session session, SessionEvent<R> event, String name) {
    if (event instanceof Judged) {
      session.lock(budgets);
    }
    return event.apply(new EventScope(judge, session, name, clock.millis(), null, "", 0));
  }

  private <R> R append(
      Session session,
      Replica replica,
      Replica.Pending<R> pending,
      SessionEvent<R> event,
      Append append) {
    List<Entry> entries = read(replica, append);
    try (Session locked = session.lock()) {
      locked.lock(budgets);
      if (entries != null) {
        replica.read(
            append,
            entries,
            locked,
            (entry, own) -> {
              apply(locked, replica, entry, own);
              endBlock(locked, replica, entry.place(), entries);
            });
      }
      if (!pending.isDone()) {
        applyAlone(locked, replica, pending, event);
      }
      return pending.take();
    }
  }

  /** Returns the entries to apply, or {@code null} if the store fails, which its guard reports. */
  private @Nullable List<Entry> read(Replica replica, Append append) {
    try {
      return sharing == null ? null : sharing.store().append(replica.name(), append);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return null;
    } catch (Exception e) {
      return null;
    }
  }

  private void apply(
      Session session, Replica replica, Entry entry, Replica.@Nullable Pending<?> own) {
    boolean isApplied = own != null && own.apply(scope(session, replica, entry));
    if (!isApplied) {
      noticeSettings(entry);
    } else if (session.successor() == null) {
      return;
    }
    SessionEvent<?> event = format.read(entry.writer(), entry.event());
    if (event == null) {
      noticeUnreadable(replica, entry);
      return;
    }
    if (!isApplied) {
      session.history().setForeign(own == null || own.isRepeated());
      apply(event, scope(session, replica, entry));
    }
    Session successor = session.successor();
    if (successor != null) {
      successor.history().setForeign(true);
      apply(event, scope(successor, successor.replica(() -> replica), entry));
    }
  }

  private static void apply(SessionEvent<?> event, EventScope scope) {
    try {
      Object unused = event.apply(scope);
    } finally {
      scope.session().history().setForeign(false);
    }
  }

  private EventScope scope(Session session, Replica replica, Entry entry) {
    return new EventScope(
        judge, session, replica.name(), entry.time(), replica, entry.writer(), entry.number());
  }

  /** Ends a block of the log, or prepares its end, so that a JVM that joins later does the same. */
  private void endBlock(Session session, Replica replica, long place, List<Entry> entries) {
    long left = Math.floorMod(-place, Replica.BLOCK);
    if (left == 0) {
      Carried ahead = carried(place + Replica.BLOCK - Replica.LEAD, entries);
      session.endBlock(replica, ahead == null ? Lasting.of(session) : ahead.first());
    } else if (left == Replica.LEAD && !replica.isPartial()) {
      Carried known = carried(place, entries);
      Carried carried =
          known == null ? new Carried(place, replica.first(), Lasting.of(session)) : known;
      session.carry(carried.lasting());
      if (!session.nextTurn().words().isEmpty()) {
        judge.state().told().set(true);
      }
      if (known == null) {
        replica.addApplied(carried, format.write(carried));
      }
    }
  }

  private @Nullable Carried carried(long place, List<Entry> entries) {
    for (Entry entry : entries) {
      if (entry.place() > place
          && format.read(entry.writer(), entry.event()) instanceof Carried carried
          && carried.place() == place) {
        return carried;
      }
    }
    return null;
  }

  private void noticeSettings(Entry entry) {
    if (sharing == null || !format.isOfOtherSettings(entry.event())) {
      return;
    }
    String pod = Sharing.podOf(entry.writer());
    if (!pod.equals(sharing.pod()) && others.size() < MAX_OTHERS && others.add(pod)) {
      sharing.onOtherSettings().accept(pod);
    }
  }

  private void noticeUnreadable(Replica replica, Entry entry) {
    if (sharing != null) {
      String pod = Sharing.podOf(entry.writer());
      sharing
          .onUnreadable()
          .accept(
              "an entry of session "
                  + Printable.name(replica.name())
                  + (pod.isEmpty() ? "" : " by " + pod));
    }
  }

  /** Applies an event as the settings say if the store fails. */
  private <R> void applyAlone(
      Session session, Replica replica, Replica.Pending<R> pending, SessionEvent<R> event) {
    EventScope scope =
        new EventScope(
            judge,
            session,
            replica.name(),
            clock.millis(),
            replica,
            replica.writer(),
            pending.number());
    replica.applySent(scope);
    if (event instanceof Judged<R> judged) {
      switch (settings.onStoreError()) {
        case LOCAL -> pending.apply(scope);
        case OPEN -> {
          if (judged.isGated()) {
            pending.apply(scope);
          } else {
            pending.answer(judged.unjudged(number(judged)), format.write(judged.onlyCounted()));
          }
        }
        case HINT -> refuse(replica, pending, judged);
      }
    } else {
      pending.apply(scope);
    }
  }

  /** Takes a number for each decision about an event, and returns the first. */
  private long number(Judged<?> event) {
    return judge.state().number(Math.max(1, event.asked().size()));
  }

  private <R> void refuse(Replica replica, Replica.Pending<R> pending, Judged<R> event) {
    pending.answer(event.refused(number(event)), format.write(event.onlyCounted()));
    if (event instanceof Asked || event instanceof AskedTogether) {
      replica.replace(pending, format.write(new Attributed(Attribution.NONE)));
    }
  }
}
