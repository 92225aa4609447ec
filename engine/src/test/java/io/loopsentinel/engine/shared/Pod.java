package io.loopsentinel.engine.shared;

import io.loopsentinel.engine.budget.Attribution;
import io.loopsentinel.engine.budget.SpendingStore;
import io.loopsentinel.engine.call.ModelTurn;
import io.loopsentinel.engine.identity.FieldAccess;
import io.loopsentinel.engine.identity.Fingerprinter;
import io.loopsentinel.engine.session.Decision;
import io.loopsentinel.engine.session.LoopEngine;
import io.loopsentinel.engine.session.Sharing;
import io.loopsentinel.engine.settings.Action;
import io.loopsentinel.engine.settings.BudgetSettings;
import io.loopsentinel.engine.settings.EngineSettings;
import io.loopsentinel.engine.settings.EngineSettings.SessionSettings;
import io.loopsentinel.engine.settings.OnStoreError;
import io.loopsentinel.engine.settings.RuntimeSwitches;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** An engine as one of several JVMs has it, and what it says about calls. */
final class Pod {

  static final EngineSettings SETTINGS = EngineSettings.DEFAULT;

  private final LoopEngine engine;

  Pod(LoopEngine engine) {
    this.engine = engine;
  }

  /** An engine that shares its sessions. */
  static Pod sharing(MemoryStore store, Supplier<Instant> clock) {
    return sharing(store, clock, "pod");
  }

  /** An engine of a JVM with a name. */
  static Pod sharing(MemoryStore store, Supplier<Instant> clock, String name) {
    return new Pod(engine(SETTINGS, clock).sharing(new Sharing(store, name)));
  }

  /** An engine that shares its sessions and has other settings. */
  static Pod sharing(MemoryStore store, Supplier<Instant> clock, EngineSettings settings) {
    return new Pod(engine(settings, clock).sharing(new Sharing(store, "pod")));
  }

  /** An engine of a JVM with a name that has other settings. */
  static Pod sharing(MemoryStore store, String name, EngineSettings settings) {
    return new Pod(engine(settings, () -> Instant.EPOCH).sharing(new Sharing(store, name)));
  }

  /** An engine that shares its sessions. */
  static Pod sharing(Sharing sharing) {
    return new Pod(engine(SETTINGS, () -> Instant.EPOCH).sharing(sharing));
  }

  /** An engine that shares its sessions. */
  static Pod sharing(MemoryStore store, Supplier<Instant> clock, OnStoreError onError) {
    SessionSettings sessions = new SessionSettings(1_000, Duration.ofMinutes(30), onError);
    EngineSettings settings = settings(SETTINGS.budget(), sessions);
    return new Pod(engine(settings, clock).sharing(new Sharing(store, "pod")));
  }

  /** The settings that are shipped, with others for budgets and sessions. */
  static EngineSettings settings(BudgetSettings budget, SessionSettings sessions) {
    return new EngineSettings(
        SETTINGS.mode(),
        SETTINGS.abortAt(),
        SETTINGS.defaults(),
        SETTINGS.overrides(),
        SETTINGS.detectors(),
        SETTINGS.volatilePatterns(),
        budget,
        sessions,
        SETTINGS.redacted());
  }

  /** An engine by itself. */
  static Pod alone(Supplier<Instant> clock) {
    return new Pod(engine(SETTINGS, clock));
  }

  static LoopEngine engine(EngineSettings settings, Supplier<Instant> clock) {
    return new LoopEngine(
        settings,
        new RuntimeSwitches(settings.mode()),
        new Fingerprinter(FieldAccess.toOpenPackages()),
        eviction -> {},
        new SpendingStore(),
        clock::get);
  }

  LoopEngine engine() {
    return engine;
  }

  /** Calls a tool, which returns a text if it runs; returns what was said about it. */
  String call(Object session, String tool, Map<String, ?> arguments, String result) {
    Decision decision = engine.judge(session, engine.identify(tool, arguments));
    String before = said(decision);
    if (decision.recorded() == null) {
      return before;
    }
    Decision.Found after = engine.outcome(decision.recorded(), result);
    return after == null ? before : before + ", then " + said(after);
  }

  /** Calls a tool whose result is always the same; returns whether it ran. */
  boolean search(Object session) {
    Decision decision = engine.judge(session, engine.identify("search", Map.of("query", "loops")));
    if (decision.recorded() != null) {
      Decision.Found unused = engine.outcome(decision.recorded(), "three books");
    }
    return runs(decision);
  }

  static boolean runs(Decision decision) {
    return !(decision instanceof Decision.Found found) || found.action().runsCall();
  }

  /** Calls tools together; returns what was said about them. */
  String callTogether(Object session, String tool, List<Map<String, ?>> arguments) {
    List<Decision> decisions =
        engine.judgeBatch(
            session, arguments.stream().map(each -> engine.identify(tool, each)).toList());
    StringBuilder said = new StringBuilder();
    boolean run = decisions.size() == arguments.size() && decisions.stream().allMatch(Pod::runs);
    for (Decision decision : decisions) {
      said.append(said(decision)).append(' ');
      if (run && decision.recorded() != null) {
        said.append(said(engine.outcome(decision.recorded(), "one of many"))).append(' ');
      }
    }
    return said.toString();
  }

  /** The model is asked and responds; returns what was said about it. */
  String turn(Object session, @Nullable String text) {
    String before = said(engine.turns().judgeNext(session, Attribution.NONE));
    return before + said(engine.turns().judge(session, new ModelTurn(text, 10, 5, "m")));
  }

  static String said(@Nullable Decision decision) {
    if (!(decision instanceof Decision.Found found)) {
      return "run";
    }
    Action action = found.action();
    return action
        + " by "
        + found.decisive().finding().detector()
        + " "
        + found.decisive().finding().count()
        + " at occurrence "
        + found.decisive().occurrence();
  }
}
