package io.loopsentinel.tools.discover;

import io.loopsentinel.agent.instrument.TargetInstrumentation;
import io.loopsentinel.agent.telemetry.AgentLog;
import io.loopsentinel.targets.config.TargetSpec;
import io.loopsentinel.targets.thread.AgentThread;
import java.lang.instrument.Instrumentation;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Consumer;

/**
 * Chooses the methods to watch: tools as their classes are loaded, and methods that were seen above
 * a tool. Thread-safe.
 *
 * <p>Loaded classes are retransformed on a thread of the agent, because a thread of the application
 * may hold locks.
 */
final class Watching implements TargetInstrumentation.Proposer {

  /** Maximum methods watched for one stack: those nearest to the tool. */
  private static final int MAX_PER_STACK = 60;

  /** Limit of all methods, because each makes calls slower. */
  private static final int MAX_METHODS = 400;

  private final ToolSelection tools;
  private final TargetSpec placeholder;
  private final AgentLog log;
  private volatile Consumer<Class<?>[]> retransform = types -> {};

  /** The names and descriptors of watched methods, by class name. */
  private final Map<String, Set<String>> methods = new ConcurrentHashMap<>();

  private final Set<MethodId> requested = ConcurrentHashMap.newKeySet();
  private final Set<MethodId> installed = ConcurrentHashMap.newKeySet();
  private final Set<MethodId> callers = ConcurrentHashMap.newKeySet();
  private final Set<String> waiting = ConcurrentHashMap.newKeySet();
  private final BlockingQueue<Consumer<Instrumentation>> tasks = new LinkedBlockingQueue<>();

  /**
   * Creates a chooser.
   *
   * @param placeholder the target of all watched methods, of which nothing is used
   */
  Watching(ToolSelection tools, TargetSpec placeholder, AgentLog log) {
    this.tools = tools;
    this.placeholder = placeholder;
    this.log = log;
  }

  /** Starts the thread that has classes retransformed. */
  void start(Instrumentation instrumentation, Consumer<Class<?>[]> retransform) {
    this.retransform = retransform;
    AgentThread.daemon("loop-sentinel discover", () -> work(instrumentation)).start();
  }

  @Override
  public Map<String, TargetSpec> propose(ClassLoader loader, String type, byte[] file) {
    Map<String, TargetSpec> proposed = new HashMap<>();
    tools.select(type, file).keySet().forEach(key -> proposed.put(key, placeholder));
    methods
        .getOrDefault(type.replace('/', '.'), Set.of())
        .forEach(key -> proposed.put(key, placeholder));
    return proposed;
  }

  /** Requests that methods be watched, those of one stack from the tool outwards. */
  void request(Collection<MethodId> stack) {
    Set<MethodId> added = new LinkedHashSet<>();
    int rank = 0;
    for (MethodId method : stack) {
      if (rank++ < MAX_PER_STACK && requested.size() < MAX_METHODS && requested.add(method)) {
        added.add(method);
        if (requested.size() == MAX_METHODS) {
          log.warn("watches " + MAX_METHODS + " methods, the maximum; others are left out");
        }
      }
    }
    if (!added.isEmpty()) {
      tasks.add(instrumentation -> install(added, instrumentation));
    }
  }

  /** Requests the same for methods by the names of their classes and their own names. */
  void requestNamed(Map<String, Set<String>> names) {
    names.keySet().removeIf(type -> !waiting.add(type + names.get(type)));
    if (!names.isEmpty()) {
      tasks.add(
          instrumentation ->
              Loaded.named(instrumentation, names).forEach(each -> request(Set.of(each))));
    }
  }

  /** Requests the same for the methods that some methods call, if these return an object. */
  void requestCallees(Collection<MethodId> stack) {
    Set<MethodId> added = new LinkedHashSet<>(stack);
    added.removeIf(each -> !callers.add(each));
    if (!added.isEmpty()) {
      tasks.add(instrumentation -> request(Loaded.callees(instrumentation, added)));
    }
  }

  /** Returns whether all calls of a method that begin from now on are seen. */
  boolean isInstalled(MethodId method) {
    return installed.contains(method);
  }

  private void work(Instrumentation instrumentation) {
    while (true) {
      try {
        tasks.take().accept(instrumentation);
      } catch (InterruptedException end) {
        return;
      } catch (RuntimeException | LinkageError failure) {
        log.warn("cannot watch more methods: " + failure);
      }
    }
  }

  private void install(Set<MethodId> added, Instrumentation instrumentation) {
    added.removeIf(each -> !instrumentation.isModifiableClass(each.owner()) || !isWatchable(each));
    Set<Class<?>> types = new LinkedHashSet<>();
    for (MethodId each : added) {
      methods
          .computeIfAbsent(each.owner().getName(), key -> ConcurrentHashMap.newKeySet())
          .add(each.key());
      types.add(each.owner());
    }
    // Together, because the JVM stops all threads each time.
    retransform.accept(types.toArray(new Class<?>[0]));
    installed.addAll(added);
  }

  private boolean isWatchable(MethodId method) {
    Method known = method.method();
    return known != null
        && !known.isBridge()
        && !Modifier.isAbstract(known.getModifiers())
        && !Modifier.isNative(known.getModifiers())
        && tools.find(method) == null;
  }
}
