package io.loopsentinel.agent.management;

import io.loopsentinel.LoopEvent;
import io.loopsentinel.agent.telemetry.event.Telemetry;
import io.loopsentinel.agent.text.NearestNames;
import io.loopsentinel.engine.budget.Standing;
import io.loopsentinel.engine.identity.UsedPaths;
import io.loopsentinel.engine.session.LoopEngine;
import io.loopsentinel.engine.settings.EngineSettings.UnusedOverrides;
import io.loopsentinel.engine.text.Printable;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The sessions that the engine remembers, by what logs and events call them. Thread-safe.
 *
 * <p>There is no engine before the first guarded method is called, and no session then.
 */
public final class SessionDirectory {

  private final Telemetry telemetry;
  private volatile @Nullable LoopEngine engine;

  /** Creates a directory that is empty. */
  public SessionDirectory(Telemetry telemetry) {
    this.telemetry = telemetry;
  }

  /** Lists the sessions of an engine from now on; returns whether there was one before. */
  public boolean connect(LoopEngine judging) {
    boolean known = engine != null;
    engine = judging;
    return known;
  }

  /** Returns the sessions, and whether each was ended. */
  public Map<String, Boolean> sessions() {
    Map<String, Boolean> sessions = new LinkedHashMap<>();
    LoopEngine current = engine;
    if (current != null) {
      current
          .sessions()
          .forEach((key, ended) -> sessions.merge(name(key), ended, Boolean::logicalOr));
    }
    return sessions;
  }

  /** Returns the number of sessions. */
  public int count() {
    LoopEngine current = engine;
    return current == null ? 0 : current.sessions().size();
  }

  /** Returns a summary of the calls so far. */
  public RunSummary summary() {
    return new RunSummary(
        telemetry.statistics(), telemetry.failures(), unusedPaths(), unusedOverrides(), budgets());
  }

  /** Returns how much of budgets is used that sessions share, the most used first. */
  public List<Standing> budgets() {
    LoopEngine current = engine;
    return current == null ? List.of() : current.standings();
  }

  /** Returns the paths of {@code identity} that have named no argument so far. */
  private List<UsedPaths.Unused> unusedPaths() {
    LoopEngine current = engine;
    return current == null ? List.of() : current.unusedPaths();
  }

  /**
   * Returns the overrides that no tool's name has matched so far, each with the tool that was
   * probably meant, or an empty text.
   */
  private Map<String, String> unusedOverrides() {
    LoopEngine current = engine;
    Map<String, String> unused = new TreeMap<>();
    if (current != null) {
      UnusedOverrides found = current.unusedOverrides();
      for (String override : found.overrides()) {
        unused.put(override, NearestNames.suggest(override, found.tools()).orElse(""));
      }
    }
    return unused;
  }

  /** Forgets all sessions of a name, and returns whether there was one. */
  public boolean reset(String session) {
    return reset(key -> session.equals(name(key)) || session.equals(key.toString())) > 0;
  }

  /** Forgets all sessions, and returns how many there were. */
  public int resetAll() {
    return reset(key -> true);
  }

  private int reset(Predicate<Object> chosen) {
    LoopEngine current = engine;
    if (current == null) {
      return 0;
    }
    List<Object> keys = current.sessions().keySet().stream().filter(chosen).toList();
    for (Object key : keys) {
      current.reset(key);
      LoopEvent.Type type = LoopEvent.Type.SESSION_RESET;
      telemetry.events().publish(telemetry.event(type, name(key), null, "reset on request"));
    }
    return keys.size();
  }

  private static String name(Object key) {
    return Printable.of(key.toString(), Printable.NAME);
  }
}
