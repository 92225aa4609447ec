package io.loopsentinel.it.manyjvms;

import io.loopsentinel.engine.api.SharedStore.Entry;
import io.loopsentinel.engine.budget.SpendingStore;
import io.loopsentinel.engine.identity.FieldAccess;
import io.loopsentinel.engine.identity.Fingerprinter;
import io.loopsentinel.engine.session.Decision;
import io.loopsentinel.engine.session.LoopEngine;
import io.loopsentinel.engine.settings.Action;
import io.loopsentinel.engine.settings.EngineSettings;
import io.loopsentinel.engine.settings.RuntimeSwitches;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/** An engine of one JVM that judges again what several JVMs have recorded, in its order. */
final class Replay {

  private final AtomicLong millis = new AtomicLong();
  private final LoopEngine engine;

  Replay(EngineSettings settings) {
    engine =
        new LoopEngine(
            settings,
            new RuntimeSwitches(settings.mode()),
            new Fingerprinter(FieldAccess.toOpenPackages()),
            eviction -> {},
            new SpendingStore(),
            () -> Instant.ofEpochMilli(millis.get()));
  }

  /**
   * Judges the calls of a conversation.
   *
   * <p>Each JVM has made its calls one after the other, so its events are a call, then the outcome
   * if the call ran, then the next call.
   *
   * @param log the log of the conversation
   * @param queries the queries of each JVM in the order of its calls
   * @return the letters of each JVM's calls, as {@link RandomCalls#play} gives them
   */
  List<String> verdicts(String conversation, List<Entry> log, List<List<String>> queries) {
    List<PodCalls> pods = queries.stream().map(PodCalls::new).toList();
    for (Entry entry : log) {
      millis.set(entry.time());
      String writer = entry.writer().substring(0, entry.writer().indexOf(':'));
      for (int pod = 0; pod < pods.size(); pod++) {
        if (writer.startsWith(Pods.name(pod) + "-")) {
          pods.get(pod).next(conversation);
        }
      }
    }
    return pods.stream().map(each -> each.letters.toString()).toList();
  }

  /** The calls of a JVM in a conversation. */
  private final class PodCalls {

    private final List<String> queries;
    private final StringBuilder letters = new StringBuilder();
    private final List<Decision> running = new ArrayList<>();

    PodCalls(List<String> queries) {
      this.queries = queries;
    }

    /** Applies the next event. */
    void next(String conversation) {
      if (running.isEmpty()) {
        String query = queries.get(letters.length());
        Decision decision = engine.judge(conversation, engine.identify("search", query));
        if (decision.recorded() == null) {
          letters.append('H');
        } else {
          running.add(decision);
        }
        return;
      }
      Decision decision = running.remove(0);
      String query = queries.get(letters.length());
      Decision.Found found = engine.outcome(decision.recorded(), "books about " + query);
      letters.append(isWarning(decision) || isWarning(found) ? 'W' : 'R');
    }

    private boolean isWarning(Decision decision) {
      return decision instanceof Decision.Found found && found.action() == Action.WARN;
    }
  }
}
