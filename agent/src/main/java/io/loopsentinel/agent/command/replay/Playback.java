package io.loopsentinel.agent.command.replay;

import io.loopsentinel.engine.budget.Attribution;
import io.loopsentinel.engine.detect.Detection;
import io.loopsentinel.engine.identity.FieldAccess;
import io.loopsentinel.engine.identity.Fingerprint;
import io.loopsentinel.engine.identity.Fingerprinter;
import io.loopsentinel.engine.outcome.Outcome;
import io.loopsentinel.engine.outcome.WordSet;
import io.loopsentinel.engine.session.LoopEngine;
import io.loopsentinel.engine.session.MemorySpending;
import io.loopsentinel.engine.session.ModelTurn;
import io.loopsentinel.engine.session.RecordedCall;
import io.loopsentinel.engine.session.Ruling;
import io.loopsentinel.engine.session.RuntimeSwitches;
import io.loopsentinel.engine.session.SharedSessionKey;
import io.loopsentinel.engine.session.ToolCall;
import io.loopsentinel.engine.settings.Action;
import io.loopsentinel.engine.settings.BudgetSettings;
import io.loopsentinel.engine.settings.EngineSettings;
import io.loopsentinel.engine.settings.Mode;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Plays recorded runs through the engine that ships, under one configuration.
 *
 * <p>In a recorded conversation every call ran, so the engine observes: each call is judged, what
 * an enforcing agent would have done is noted, and the call is recorded as one that ran. In an
 * audit log, what was stopped did not run; so there the engine is in the mode of the configuration,
 * and under the same configuration decides the same. For use by one thread.
 */
final class Playback {

  /** Passes before a response of which no time is recorded. */
  private static final Duration STEP = Duration.ofSeconds(1);

  private final LoopEngine observing;
  private final LoopEngine configured;
  private final BudgetSettings prices;
  private Instant now = Instant.EPOCH;

  /** Creates a playback; the settings' mode matters for runs of audit logs only. */
  Playback(EngineSettings settings) {
    this.observing = engine(settings.withMode(Mode.OBSERVE));
    this.configured = engine(settings);
    this.prices = settings.budget();
  }

  private LoopEngine engine(EngineSettings settings) {
    return new LoopEngine(
        settings.withBudgetsOfSessions(),
        new RuntimeSwitches(settings.mode()),
        new Fingerprinter(FieldAccess.toOpenPackages()),
        eviction -> {},
        new MemorySpending(),
        () -> now);
  }

  PlayedRun play(Recording recording) {
    Run run = new Run(recording, recording.audited() ? configured : observing, prices);
    for (Recording.Step step : recording.steps()) {
      if (step.time() != null) {
        now = step.time();
      } else if (step instanceof Recording.Asked) {
        now = now.plus(STEP);
      }
      run.play(step);
    }
    return run.played();
  }

  /** One run being played: what was found so far, and where in the run it is. */
  private static final class Run {

    private final Recording recording;
    private final LoopEngine engine;
    private final BudgetSettings prices;
    private final Object session;
    private final long tokens;
    private final double cost;
    private final List<Firing> firings = new ArrayList<>();
    private final Map<Fingerprint, Integer> equal = new HashMap<>();
    private final Map<String, Integer> mostEqual = new HashMap<>();
    private final IdentityHashMap<Recording.Called, RunningCall> running = new IdentityHashMap<>();
    private final List<String> decisions = new ArrayList<>();
    private final List<String> recorded = new ArrayList<>();
    private long tokensLeft;
    private double costLeft;

    private final IdentityHashMap<Recording.Called, AskedCall> asked = new IdentityHashMap<>();

    private record RunningCall(int number, RecordedCall call) {}

    private record AskedCall(int number, ToolCall call, Ruling.Found found) {}

    /** Calls that are judged together: those withdrawn, and the one that was stopped. */
    private final List<ToolCall> batch = new ArrayList<>(1);

    Run(Recording recording, LoopEngine engine, BudgetSettings prices) {
      this.recording = recording;
      this.engine = engine;
      this.prices = prices;
      this.session = recording.shared() ? new SharedSessionKey(new Object()) : new Object();
      this.tokens = recording.steps().stream().mapToLong(Recording.Step::tokens).sum();
      this.tokensLeft = tokens;
      this.cost = recording.steps().stream().mapToDouble(this::cost).sum();
      this.costLeft = cost;
    }

    private double cost(Recording.Step step) {
      return step instanceof Recording.Asked asked ? asked.turn().cost(prices) : 0;
    }

    void play(Recording.Step step) {
      tokensLeft -= step.tokens();
      costLeft -= cost(step);
      if (step instanceof Recording.Asked asked) {
        Ruling.Found found = engine.turns().judgeNext(session, Attribution.NONE);
        if (found == null && !asked.refused()) {
          ModelTurn turn = asked.turn();
          WordSet words = asked.words() == null ? engine.turns().words(turn) : asked.words();
          found = engine.turns().judge(session, turn, words);
        }
        note(found, decisions.size(), "");
      } else if (step instanceof Recording.Called called) {
        call(called);
      } else if (step instanceof Recording.Answered answered) {
        answer(answered);
      } else if (step instanceof Recording.Ended ended) {
        end(ended);
      }
    }

    private void call(Recording.Called called) {
      String tool = called.tool();
      ToolCall call =
          called.fingerprint() == null
              ? engine.identify(tool, called.arguments())
              : engine.identified(tool, called.fingerprint(), called.words());
      batch.add(call);
      if (called.isWithdrawn()) {
        return;
      }
      int count = equal.merge(call.fingerprint(), 1, Integer::sum);
      if (count > 1) {
        mostEqual.merge(tool, count, Math::max);
      }
      List<Ruling> rulings =
          batch.size() > 1
              ? engine.judgeBatch(session, batch)
              : List.of(engine.judge(session, call));
      Ruling ruling = rulings.get(rulings.size() - 1);
      batch.clear();
      int number = decisions.size();
      note(ruling, number, tool);
      recorded.add(called.decision());
      decisions.add(ruling instanceof Ruling.Found found ? found.action().text() : "run");
      if (ruling.recorded() != null) {
        running.put(called, new RunningCall(number, ruling.recorded()));
      } else if (ruling instanceof Ruling.Found found && found.action() == Action.ASK) {
        asked.put(called, new AskedCall(number, call, found));
      }
    }

    /** Does as was answered, where a person was asked under this configuration, too. */
    private void answer(Recording.Answered answered) {
      AskedCall call = asked.remove(answered.call());
      if (call == null) {
        return;
      }
      if (answered.done().equals(Action.TERMINATE.text())) {
        engine.end(session, call.found());
      } else if (answered.runs()) {
        RecordedCall allowed = engine.allow(session, call.call()).recorded();
        if (allowed != null) {
          running.put(answered.call(), new RunningCall(call.number(), allowed));
        }
      }
    }

    private void end(Recording.Ended ended) {
      RunningCall call = running.remove(ended.call());
      if (call == null) {
        return;
      }
      int number = call.number();
      Ruling.Found found = engine.judgeOutcome(call.call(), outcome(call.call(), ended));
      if (found != null) {
        note(found, number, ended.call().tool());
        decisions.set(number, decisions.get(number) + ", " + found.action().text());
      }
    }

    private Outcome outcome(RecordedCall call, Recording.Ended ended) {
      if (ended.outcome() instanceof Outcome known) {
        return known;
      }
      return ended.failed()
          ? engine.readFailure(call, ended.outcome())
          : engine.readOutcome(call, ended.outcome());
    }

    private void note(@Nullable Ruling ruling, int call, String tool) {
      if (ruling instanceof Ruling.Found found && !found.afterEnd()) {
        for (Detection detection : found.detections()) {
          firings.add(new Firing(call, tool, detection, tokensLeft, costLeft));
        }
      }
    }

    PlayedRun played() {
      engine.reset(session);
      return new PlayedRun(
          recording.file(),
          recording.id(),
          recording.source(),
          recording.success(),
          decisions.size(),
          tokens,
          recording.tokensEstimated(),
          cost,
          firings,
          mostEqual,
          recording.audited() ? decisions : null,
          recording.audited() ? decidedDifferently() : null);
    }

    private List<Integer> decidedDifferently() {
      return IntStream.range(0, decisions.size())
          .filter(call -> !decisions.get(call).equals(recorded.get(call)))
          .boxed()
          .toList();
    }
  }
}
