package io.loopsentinel.tools.replay;

import io.loopsentinel.engine.budget.Attribution;
import io.loopsentinel.engine.budget.SpendingStore;
import io.loopsentinel.engine.call.ModelTurn;
import io.loopsentinel.engine.call.ToolCall;
import io.loopsentinel.engine.detect.Detection;
import io.loopsentinel.engine.identity.FieldAccess;
import io.loopsentinel.engine.identity.Fingerprint;
import io.loopsentinel.engine.identity.Fingerprinter;
import io.loopsentinel.engine.outcome.Outcome;
import io.loopsentinel.engine.outcome.WordSet;
import io.loopsentinel.engine.session.Decision;
import io.loopsentinel.engine.session.LoopEngine;
import io.loopsentinel.engine.session.RecordedCall;
import io.loopsentinel.engine.session.view.SharedSessionKey;
import io.loopsentinel.engine.settings.Action;
import io.loopsentinel.engine.settings.BudgetSettings;
import io.loopsentinel.engine.settings.EngineSettings;
import io.loopsentinel.engine.settings.Mode;
import io.loopsentinel.engine.settings.RuntimeSwitches;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Plays recorded runs through the production engine under one configuration.
 *
 * <p>In a recorded conversation every call ran. The engine therefore observes: it judges each call,
 * the action of an enforcing agent is noted, and the call is recorded as one that ran. In an audit
 * log, stopped calls did not run. There the engine is in the mode of the configuration, so that the
 * same configuration leads to the same decisions. Not thread-safe.
 */
final class Playback {

  private final LoopEngine observing;
  private final LoopEngine configured;
  private final BudgetSettings prices;
  private Instant now = Instant.EPOCH;

  /** Creates a playback; the mode of the settings only applies to runs of audit logs. */
  Playback(EngineSettings settings) {
    this.observing = engine(settings.withMode(Mode.OBSERVE), () -> now);
    this.configured = engine(settings, () -> now);
    this.prices = settings.budget();
  }

  /** Creates an engine that counts spending by session, and in memory only. */
  static LoopEngine engine(EngineSettings settings, InstantSource clock) {
    return new LoopEngine(
        settings.withBudgetsOfSessions(),
        new RuntimeSwitches(settings.mode()),
        new Fingerprinter(FieldAccess.toOpenPackages()),
        eviction -> {},
        new SpendingStore(),
        clock);
  }

  PlayedRun play(Recording recording) {
    Run run = new Run(recording, recording.audited() ? configured : observing, prices);
    for (Recording.Step step : recording.steps()) {
      now = step.timeAfter(now);
      run.play(step);
    }
    return run.played();
  }

  /** The state of the run that is being played: the findings so far and the position. */
  private static final class Run {

    private final Recording recording;
    private final LoopEngine engine;
    private final BudgetSettings prices;
    private final Object session;
    private final long tokens;
    private final double cost;
    private final List<Firing> firings = new ArrayList<>();
    private final Map<Fingerprint, Integer> callCounts = new HashMap<>();
    private final Map<String, Integer> maxRepeats = new HashMap<>();
    private final IdentityHashMap<Recording.CallStep, PendingCall> running =
        new IdentityHashMap<>();
    private final IdentityHashMap<Recording.CallStep, AskedCall> asked = new IdentityHashMap<>();
    private final List<Integer> stoppedWithNews = new ArrayList<>();
    private final List<String> decisions = new ArrayList<>();
    private final List<String> recordedDecisions = new ArrayList<>();

    /** Calls that are judged together: the withdrawn ones and the call that was stopped. */
    private final List<ToolCall> batch = new ArrayList<>(1);

    private long tokensLeft;
    private double costLeft;

    private record PendingCall(int number, RecordedCall call) {}

    private record AskedCall(int number, ToolCall call, Decision.Found found) {}

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
      Double usd = step instanceof Recording.TurnStep turn ? turn.turn().cost(prices) : null;
      return usd == null ? 0 : usd;
    }

    void play(Recording.Step step) {
      tokensLeft -= step.tokens();
      costLeft -= cost(step);
      if (step instanceof Recording.TurnStep recorded) {
        Decision.Found found = engine.turns().judgeNext(session, Attribution.NONE);
        if (found == null && !recorded.refused()) {
          ModelTurn turn = recorded.turn();
          WordSet words = recorded.words() == null ? engine.turns().words(turn) : recorded.words();
          found = engine.turns().judge(session, turn, words).found();
        }
        addFirings(found, decisions.size(), "");
      } else if (step instanceof Recording.QuestionStep) {
        engine.reset(session);
      } else if (step instanceof Recording.CallStep call) {
        judge(call);
      } else if (step instanceof Recording.AnswerStep answer) {
        apply(answer);
      } else if (step instanceof Recording.OutcomeStep outcome) {
        judge(outcome);
      }
    }

    private void judge(Recording.CallStep step) {
      String tool = step.tool();
      ToolCall call = step.call(engine);
      batch.add(call);
      if (step.isWithdrawn()) {
        return;
      }
      int count = callCounts.merge(call.fingerprint(), 1, Integer::sum);
      if (count > 1) {
        maxRepeats.merge(tool, count, Math::max);
      }
      List<Decision> judged =
          batch.size() > 1
              ? engine.judgeBatch(session, batch)
              : List.of(engine.judge(session, call));
      Decision last = judged.get(judged.size() - 1);
      batch.clear();
      int number = decisions.size();
      addFirings(last, number, tool);
      recordedDecisions.add(step.decision());
      decisions.add(last instanceof Decision.Found found ? found.action().text() : "run");
      if (last.recorded() != null) {
        running.put(step, new PendingCall(number, last.recorded()));
      } else if (last instanceof Decision.Found found && found.action() == Action.ASK) {
        asked.put(step, new AskedCall(number, call, found));
      }
    }

    /** Applies a recorded answer if this configuration asked a person, too. */
    private void apply(Recording.AnswerStep answer) {
      AskedCall call = asked.remove(answer.call());
      if (call == null) {
        return;
      }
      if (answer.done().equals(Action.TERMINATE.text())) {
        engine.end(session, call.found());
      } else if (answer.runs()) {
        RecordedCall allowed = engine.allow(session, call.call()).recorded();
        if (allowed != null) {
          running.put(answer.call(), new PendingCall(call.number(), allowed));
        }
      }
    }

    private void judge(Recording.OutcomeStep step) {
      PendingCall call = running.remove(step.call());
      if (call == null) {
        return;
      }
      int number = call.number();
      Decision.Found found =
          engine.judgeOutcome(call.call(), outcome(call.call(), step), null).found();
      boolean isStopped = firings.stream().anyMatch(each -> each.isStop() && each.call() == number);
      if (isStopped && call.call().call().hasNewAnswer()) {
        stoppedWithNews.add(number);
      }
      if (found != null) {
        addFirings(found, number, step.call().tool());
        decisions.set(number, decisions.get(number) + ", " + found.action().text());
      }
    }

    private Outcome outcome(RecordedCall call, Recording.OutcomeStep step) {
      if (step.outcome() instanceof Outcome known) {
        return known;
      }
      return step.failed()
          ? engine.reading().readFailure(call, step.outcome())
          : engine.reading().readOutcome(call, step.outcome());
    }

    private void addFirings(@Nullable Decision last, int call, String tool) {
      if (last instanceof Decision.Found found && !found.afterEnd()) {
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
          stoppedWithNews,
          maxRepeats,
          recording.audited() ? decisions : null,
          recording.audited() ? decidedDifferently() : null);
    }

    private List<Integer> decidedDifferently() {
      return IntStream.range(0, decisions.size())
          .filter(call -> !decisions.get(call).equals(recordedDecisions.get(call)))
          .boxed()
          .toList();
    }
  }
}
