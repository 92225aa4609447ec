package io.loopsentinel.agent.management;

import io.loopsentinel.LoopEvent;
import io.loopsentinel.agent.budget.BudgetRaises;
import io.loopsentinel.agent.telemetry.event.Telemetry;
import io.loopsentinel.engine.budget.Attribution;
import io.loopsentinel.engine.budget.Standing;
import io.loopsentinel.engine.identity.CanonicalJson;
import io.loopsentinel.engine.identity.IdentityRule;
import io.loopsentinel.engine.identity.UsedPaths;
import io.loopsentinel.engine.session.LoopEngine;
import io.loopsentinel.engine.session.Sharing;
import io.loopsentinel.engine.session.view.SessionState;
import io.loopsentinel.engine.session.view.SharedSessionKey;
import io.loopsentinel.engine.settings.EngineSettings.UnusedOverrides;
import io.loopsentinel.engine.settings.Mode;
import io.loopsentinel.engine.text.Printable;
import io.loopsentinel.management.SentinelMXBean.SessionStatus;
import io.loopsentinel.management.SentinelMXBean.SharedSessions;
import io.loopsentinel.targets.text.NearestNames;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.stream.Collectors;
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

  private final Telemetry telemetry;
  private final BooleanSupplier showArguments;
  private final Supplier<List<String>> withoutEffect;
  private volatile @Nullable LoopEngine engine;

  /**
   * Creates an empty directory.
   *
   * @param showArguments whether events may contain messages to models
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
    return states()
        .collect(
            Collectors.toMap(
                each -> Printable.name(each.getKey()),
                each -> each.getValue().isTerminated(),
                Boolean::logicalOr));
  }

  /** Returns the sessions that had a call or turn, the latest first. */
  Stream<SessionStatus> statuses() {
    return ownStates().entrySet().stream()
        .map(
            each ->
                status(
                    each.getKey(), each.getValue(), each.getValue().last().toString(), List.of()));
  }

  /**
   * Returns the states of the sessions by name, the latest first. A run without a call or turn of
   * its own only encloses others.
   */
  private Map<String, SessionState> ownStates() {
    Map<String, SessionState> states = new LinkedHashMap<>();
    states()
        .filter(each -> !each.getValue().last().equals(Instant.EPOCH))
        .forEach(each -> states.putIfAbsent(Printable.name(each.getKey()), each.getValue()));
    return states;
  }

  /** Returns the states of the sessions by their keys, the latest first. */
  private Stream<Map.Entry<Object, SessionState>> states() {
    return engine().map(LoopEngine::sessions).orElse(Map.of()).entrySet().stream()
        .sorted(Comparator.comparing(each -> each.getValue().last(), Comparator.reverseOrder()));
  }

  static SessionStatus status(
      String name, @Nullable SessionState state, String last, List<String> pods) {
    Attribution attribution = state == null ? Attribution.NONE : state.attribution();
    Map<String, String> labels = new HashMap<>();
    attribution.labels().forEach((label, value) -> labels.put(label, Printable.name(value)));
    return new SessionStatus(
        name,
        Printable.name(attribution.conversation()),
        labels,
        state == null ? 0 : state.calls(),
        last,
        state != null && state.isTerminated(),
        pods);
  }

  /**
   * Returns the sessions of all JVMs that share a store, the latest first, then those of this JVM
   * alone. Reads the store.
   */
  public SharedSessions ofAllJvms(int max) {
    return AllJvms.sessions(sharing(), ownStates(), max);
  }

  private @Nullable Sharing sharing() {
    return engine().map(LoopEngine::sharing).orElse(null);
  }

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
    return engine().map(current -> current.reading().unusedPaths(minCalls)).orElse(List.of());
  }

  /** Returns the use of shared budgets, the most used first. */
  public List<Standing> budgets() {
    return engine().map(LoopEngine::standings).orElse(List.of());
  }

  private static Map<String, String> unusedOverrides(LoopEngine engine) {
    UnusedOverrides found = engine.reading().unusedOverrides();
    Map<String, String> unused = new TreeMap<>();
    for (String override : found.overrides()) {
      unused.put(override, NearestNames.suggest(override, found.tools()).orElse(""));
    }
    return unused;
  }

  /** Resets the sessions of a conversation, and returns whether there was one. */
  public boolean reset(String session, String channel) {
    return change(
        session,
        keys(session),
        LoopEvent.Type.SESSION_RESET,
        "reset " + channel,
        null,
        LoopEngine::reset);
  }

  public int resetAll(String channel) {
    List<Object> keys = states().<Object>map(Map.Entry::getKey).toList();
    for (Object key : keys) {
      engine().orElseThrow().reset(key);
      publish(LoopEvent.Type.SESSION_RESET, Printable.name(key), "reset " + channel, null);
    }
    return keys.size();
  }

  /**
   * Ends the sessions of a conversation, and returns whether there was one.
   *
   * @throws IllegalArgumentException in mode observe, or if other conversations share the session
   */
  public boolean end(String session, String channel) {
    requireEnforce("no session is ended");
    List<Object> keys = keys(session);
    if (keys.stream().anyMatch(SharedSessionKey.class::isInstance)) {
      throw new IllegalArgumentException("several conversations share it");
    }
    return change(
        session,
        keys,
        LoopEvent.Type.SESSION_TERMINATED,
        "ended " + channel,
        null,
        LoopEngine::end);
  }

  /**
   * Sends a message to the models of a conversation, with their next result or request, and returns
   * whether there was such a conversation.
   *
   * @throws IllegalArgumentException if the message is blank or too long, or in mode observe
   */
  public boolean tell(String session, String text) {
    String message = message(text);
    List<Object> all = keys(session);
    List<Object> named = all.stream().filter(key -> isNamed(session, key)).toList();
    // The runs within it take its messages, too.
    return change(
        session,
        named.isEmpty() ? all : named,
        LoopEvent.Type.SESSION_TOLD,
        "a word from the operator waits for the next result or request",
        showArguments.getAsBoolean()
            ? Printable.of(
                CanonicalJson.of(text, IdentityRule.ALL_ARGUMENTS), 2 * MAX_MESSAGE_LENGTH)
            : null,
        (engine, key) -> engine.turns().tell(key, message));
  }

  /**
   * Returns the keys of the session with a name and of those of runs within it. If this JVM has
   * none, another JVM may have it.
   *
   * @throws IllegalArgumentException if the store that they share fails
   */
  private List<Object> keys(String session) {
    List<Object> own = ownKeys(session);
    return own.isEmpty() && AllJvms.have(session, sharing()) ? List.of(session) : own;
  }

  private List<Object> ownKeys(String session) {
    return states()
        .filter(
            each -> {
              String around = each.getValue().attribution().conversation();
              return isNamed(session, each.getKey())
                  || (!around.isEmpty() && isNamed(session, around));
            })
        .<Object>map(Map.Entry::getKey)
        .toList();
  }

  private static boolean isNamed(String session, Object key) {
    return session.equals(key.toString()) || session.equals(Printable.name(key));
  }

  private void requireEnforce(String consequence) {
    if (engine().filter(current -> current.controls().mode() == Mode.OBSERVE).isPresent()) {
      throw new IllegalArgumentException("mode observe changes nothing, so " + consequence);
    }
  }

  /** Changes sessions of a conversation, and publishes one event if there are any. */
  private boolean change(
      String session,
      List<Object> keys,
      LoopEvent.Type type,
      String reason,
      @Nullable String arguments,
      BiConsumer<LoopEngine, Object> change) {
    keys.forEach(key -> change.accept(engine().orElseThrow(), key));
    if (!keys.isEmpty()) {
      publish(type, Printable.name(session), reason, arguments);
    }
    return !keys.isEmpty();
  }

  private void publish(
      LoopEvent.Type type, String session, String reason, @Nullable String arguments) {
    telemetry.events().publish(telemetry.event(type, session, null, reason, arguments));
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
          "text: expected 1 to %s characters, found %s".formatted(MAX_MESSAGE_LENGTH, length));
    }
    requireEnforce("no message is sent");
    return "A word from the operator: " + text.strip();
  }
}
