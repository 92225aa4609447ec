package io.loopsentinel.agent.management;

import io.loopsentinel.LoopEvent;
import io.loopsentinel.agent.budget.BudgetRaises;
import io.loopsentinel.agent.telemetry.event.Telemetry;
import io.loopsentinel.engine.budget.Standing;
import io.loopsentinel.engine.identity.CanonicalJson;
import io.loopsentinel.engine.identity.IdentityRule;
import io.loopsentinel.engine.identity.UsedPaths;
import io.loopsentinel.engine.session.LoopEngine;
import io.loopsentinel.engine.session.Sharing;
import io.loopsentinel.engine.settings.EngineSettings.UnusedOverrides;
import io.loopsentinel.engine.settings.Mode;
import io.loopsentinel.engine.text.Printable;
import io.loopsentinel.management.SentinelMXBean.SharedSession;
import io.loopsentinel.management.SentinelMXBean.SharedSessions;
import io.loopsentinel.targets.text.NearestNames;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The live sessions of the engine by their names in logs and events. Thread-safe.
 *
 * <p>Empty before the first guarded method is called, because there is no engine yet.
 */
public final class SessionDirectory {

  /** Maximum length of a message to a model, which is no place for documents. */
  private static final int MAX_MESSAGE_LENGTH = 500;

  /** Maximum number of sessions to read from a store. */
  private static final int MAX_STORED = 1_000;

  private final Telemetry telemetry;
  private final BooleanSupplier showArguments;
  private final Supplier<List<String>> withoutEffect;
  private volatile @Nullable LoopEngine engine;

  /**
   * Creates an empty directory.
   *
   * @param showArguments whether events may contain messages to models
   * @param withoutEffect supplies the settings that have had no effect so far
   */
  public SessionDirectory(
      Telemetry telemetry, BooleanSupplier showArguments, Supplier<List<String>> withoutEffect) {
    this.telemetry = telemetry;
    this.withoutEffect = withoutEffect;
    this.showArguments = showArguments;
  }

  /** Lists the sessions of an engine from now on; returns whether there was an engine before. */
  public boolean connect(LoopEngine next) {
    boolean connected = engine != null;
    engine = next;
    return connected;
  }

  private Optional<LoopEngine> engine() {
    return Optional.ofNullable(engine);
  }

  /** Returns the names of the sessions, and whether each is terminated. */
  public Map<String, Boolean> sessions() {
    Map<String, Boolean> sessions = new LinkedHashMap<>();
    engine()
        .ifPresent(
            current ->
                current
                    .sessions()
                    .forEach((key, ended) -> sessions.merge(name(key), ended, Boolean::logicalOr)));
    return sessions;
  }

  /**
   * Returns the sessions of all JVMs that share a store, the latest first, then those of this JVM
   * alone. Reads the store.
   *
   * @param max the maximum number
   */
  public SharedSessions ofAllJvms(int max) {
    Sharing sharing = engine().map(LoopEngine::sharing).orElse(null);
    String pod = sharing == null ? "" : sharing.pod();
    Map<String, Boolean> own = sessions();
    List<SharedSession> all = new ArrayList<>();
    String problem = "";
    try {
      for (Sharing.SharedSession each : stored(sharing)) {
        String name = name(each.name());
        boolean ended = Boolean.TRUE.equals(own.remove(name));
        all.add(new SharedSession(name, ended, each.last().toString(), pods(each)));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      problem = "the thread was interrupted";
    } catch (Exception e) {
      problem = String.valueOf(e.getMessage());
    }
    own.forEach((name, ended) -> all.add(new SharedSession(name, ended, "", List.of(pod))));
    return new SharedSessions(pod, problem, all.stream().limit(max).toList());
  }

  private static List<Sharing.SharedSession> stored(@Nullable Sharing sharing) throws Exception {
    if (sharing == null) {
      throw new IllegalStateException("there is no store that JVMs share (sessions.store)");
    }
    return sharing.sessions(MAX_STORED);
  }

  private static List<String> pods(Sharing.SharedSession session) {
    Stream<String> others = session.pods().stream().filter(pod -> !pod.equals(session.lastPod()));
    return Stream.concat(Stream.of(session.lastPod()), others).toList();
  }

  /** Returns the number of sessions. */
  public int count() {
    return engine().map(current -> current.sessions().size()).orElse(0);
  }

  /** Returns the interface for raising budgets; empty before the first guarded call. */
  public Optional<BudgetRaises> raises() {
    return engine()
        .map(
            current ->
                new BudgetRaises(
                    current.budgets(), () -> sessions().keySet(), InstantSource.system()));
  }

  /** Returns a summary of the calls so far. */
  public RunSummary summary() {
    return new RunSummary(
        telemetry.statistics(),
        telemetry.failures(),
        unusedPaths(1),
        engine().map(SessionDirectory::unusedOverrides).orElse(Map.of()),
        budgets(),
        withoutEffect.get());
  }

  /**
   * Returns the paths that matched no argument, and the patterns that matched no result.
   *
   * @param minCalls the minimum number of calls for which a path of {@code identity} was used
   */
  public List<UsedPaths.Unused> unusedPaths(int minCalls) {
    return engine().map(current -> current.unusedPaths(minCalls)).orElse(List.of());
  }

  /** Returns the use of shared budgets, the most used first. */
  public List<Standing> budgets() {
    return engine().map(LoopEngine::standings).orElse(List.of());
  }

  private static Map<String, String> unusedOverrides(LoopEngine engine) {
    UnusedOverrides found = engine.unusedOverrides();
    Map<String, String> unused = new TreeMap<>();
    for (String override : found.overrides()) {
      unused.put(override, NearestNames.suggest(override, found.tools()).orElse(""));
    }
    return unused;
  }

  /** Resets the sessions with a name, and returns whether there was one. */
  public boolean reset(String session) {
    return reset(isNamed(session)) > 0;
  }

  /** Resets all sessions, and returns their number. */
  public int resetAll() {
    return reset(key -> true);
  }

  private int reset(Predicate<Object> chosen) {
    LoopEngine current = engine;
    if (current == null) {
      return 0;
    }
    List<Object> keys = keys(current, chosen);
    for (Object key : keys) {
      current.reset(key);
      LoopEvent.Type type = LoopEvent.Type.SESSION_RESET;
      telemetry.events().publish(telemetry.event(type, name(key), null, "reset on request"));
    }
    return keys.size();
  }

  /**
   * Sends a message to the models of all sessions with a name, with their next result or request,
   * and returns whether there was such a session.
   *
   * @throws IllegalArgumentException if the message is blank or too long, or in mode observe
   */
  public boolean tell(String session, String text) {
    String message = message(text);
    LoopEngine current = engine;
    if (current == null) {
      return false;
    }
    List<Object> keys = keys(current, isNamed(session));
    for (Object key : keys) {
      current.turns().tell(key, message);
      LoopEvent.Type type = LoopEvent.Type.SESSION_TOLD;
      String reason = "a word from the operator waits for the next result or request";
      String shown = showArguments.getAsBoolean() ? shown(text) : null;
      telemetry.events().publish(telemetry.event(type, name(key), null, reason, shown));
    }
    return !keys.isEmpty();
  }

  /**
   * Returns a message as the model reads it.
   *
   * @throws IllegalArgumentException if it is blank or too long, or in mode observe
   */
  String message(String text) {
    int length = text.strip().length();
    if (length == 0 || length > MAX_MESSAGE_LENGTH) {
      throw new IllegalArgumentException(
          "text: expected 1 to %d characters, found %d".formatted(MAX_MESSAGE_LENGTH, length));
    }
    if (engine().filter(current -> current.controls().mode() == Mode.OBSERVE).isPresent()) {
      throw new IllegalArgumentException("mode observe changes nothing, so no message is sent");
    }
    return "A word from the operator: " + text.strip();
  }

  private static String shown(String text) {
    return Printable.of(CanonicalJson.of(text, IdentityRule.ALL_ARGUMENTS), 2 * MAX_MESSAGE_LENGTH);
  }

  private static List<Object> keys(LoopEngine engine, Predicate<Object> chosen) {
    return engine.sessions().keySet().stream().filter(chosen).toList();
  }

  private static Predicate<Object> isNamed(String session) {
    return key -> session.equals(name(key)) || session.equals(key.toString());
  }

  private static String name(Object key) {
    return Printable.of(key.toString(), Printable.NAME);
  }
}
