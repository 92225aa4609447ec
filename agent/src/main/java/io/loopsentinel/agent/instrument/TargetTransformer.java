package io.loopsentinel.agent.instrument;

import io.loopsentinel.targets.config.TargetHint;
import io.loopsentinel.targets.config.TargetSpec;
import io.loopsentinel.targets.match.ClassFiles;
import io.loopsentinel.targets.match.MatchedMethod;
import io.loopsentinel.targets.match.TargetFilter;
import io.loopsentinel.targets.match.TargetIndex;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.security.ProtectionDomain;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;
import net.bytebuddy.description.type.TypeDescription;
import net.bytebuddy.description.type.TypeDescription.ForLoadedType;
import org.jspecify.annotations.Nullable;

/**
 * Guards target methods as their classes are loaded.
 *
 * <p>Most programs have no target, and pay only for the check. There are three steps, and the
 * classes of each step are loaded when the first class of the application reaches it: the filter,
 * which few classes pass; the index, which finds the methods; and the rest of the agent ({@link
 * OnDemand}), which is also started when the application uses the agent's API.
 *
 * <p>It runs within class loading, on any thread, under unknown locks. This is safe because:
 *
 * <ul>
 *   <li>Classes of the JDK and of the agent are skipped first. So no class that this code needs can
 *       wait for this code (a {@link ClassCircularityError}).
 *   <li>Its only locks are that of the start and those inside {@link java.util.concurrent
 *       ConcurrentHashMap}, which are never held during calls.
 *   <li>Its classes are loaded by the agent's own loader, which never asks the application's.
 *   <li>It loads no class of the application.
 *   <li>It logs to the original standard error, not to a replacement by the application.
 *   <li>It throws nothing. The JVM would silently ignore the exception.
 * </ul>
 */
public final class TargetTransformer implements ClassFileTransformer {

  /** The API class, of which there may be several copies. */
  private static final String API = "io.loopsentinel.LoopSentinel";

  /** Number of classes retransformed at once. The JVM stops all threads meanwhile. */
  private static final int BATCH = 16;

  private volatile TargetFilter filter;
  private final List<TargetSpec> firstTargets;
  private final List<String> profiles;
  private final OnDemand rest;

  /** Held while the rest of the agent starts, and while the index is created or replaced. */
  private final Object startLock = new Object();

  private @Nullable TargetIndex index;
  private boolean startAttempted;
  private volatile @Nullable TargetInstrumentation started;

  /** The thread that retransforms loaded classes. */
  private volatile @Nullable Thread installer;

  private final AtomicLong loads = new AtomicLong();

  /** Set when classes are no longer guarded, only restored. */
  private volatile boolean uninstalled;

  /** The rest of the agent, which a program without targets does not need. */
  public interface OnDemand {

    /**
     * Starts the rest; called at most once.
     *
     * <p>Runs on any thread, within class loading. Other threads wait, because their classes may
     * have methods to guard. They may hold locks of the application's class loaders. The start must
     * need none of these: it may only load classes of the JDK and of the agent.
     *
     * @throws Exception if nothing can be guarded
     */
    TargetInstrumentation start(TargetTransformer transformer) throws Exception;

    /** Called if a start within class loading fails. */
    void startFailed(Throwable failure);
  }

  /**
   * Creates a transformer.
   *
   * @param hints the hints of all targets
   * @param targets the targets of the user
   * @param profiles the names of the profiles whose targets may match
   */
  public TargetTransformer(
      List<TargetHint> hints, List<TargetSpec> targets, List<String> profiles, OnDemand rest) {
    this.filter = new TargetFilter(hints);
    this.firstTargets = targets;
    this.profiles = profiles;
    this.rest = rest;
  }

  /** Installs the transformer; the rest of the agent is started now or on demand. */
  public void install(Instrumentation instrumentation, boolean now) throws Exception {
    instrumentation.addTransformer(this, true);
    boolean apiIsLoaded = false;
    List<Class<?>> candidates = new ArrayList<>();
    // Without lambdas, because this runs before the main method of every program.
    for (Class<?> type : instrumentation.getAllLoadedClasses()) {
      if (LoadedClasses.isOfApplication(type)) {
        apiIsLoaded |= type.getName().equals(API);
        if (filter.mayMatch(type) && instrumentation.isModifiableClass(type)) {
          candidates.add(type);
        }
      }
    }
    if (now || apiIsLoaded) {
      try {
        startNow();
      } catch (Throwable failure) {
        instrumentation.removeTransformer(this);
        throw failure;
      }
    }
    retransform(instrumentation, candidates, "cannot guard %s, which is already loaded: %s");
  }

  /**
   * Replaces the targets, and restores methods that no target matches any more.
   *
   * @return whether any class was retransformed
   */
  boolean retarget(
      Instrumentation instrumentation, List<TargetHint> hints, List<TargetSpec> specs) {
    TargetFilter before = filter;
    synchronized (startLock) {
      // Complete, so that a change of other settings is no change of targets.
      TargetIndex current = index(filter.hints());
      index = current.with(specs);
      if (index.targets().equals(current.targets())) {
        return false;
      }
      filter = new TargetFilter(hints);
    }
    restore(instrumentation, type -> before.mayMatch(type) || filter.mayMatch(type));
    return true;
  }

  /** Stops guarding, and restores all methods. */
  void uninstall(Instrumentation instrumentation) {
    uninstalled = true;
    // Still registered meanwhile, so that MethodParameters can restore names.
    restore(instrumentation, filter::mayMatch);
    instrumentation.removeTransformer(this);
  }

  private void restore(Instrumentation instrumentation, Predicate<Class<?>> chosen) {
    List<Class<?>> candidates = LoadedClasses.of(instrumentation, chosen);
    retransform(instrumentation, candidates, "cannot change the guard of %s: %s");
  }

  private void retransform(
      Instrumentation instrumentation, List<Class<?>> candidates, String warning) {
    installer = Thread.currentThread();
    if (!candidates.isEmpty() && LoadedClasses.loseParameters()) {
      candidates.removeIf(type -> !canRestoreParameters(type, warning));
    }
    for (int start = 0; start < candidates.size(); start += BATCH) {
      List<Class<?>> batch = candidates.subList(start, Math.min(start + BATCH, candidates.size()));
      LoadedClasses.retransform(
          instrumentation,
          (type, failure) -> warn(warning.formatted(type.getName(), failure)),
          batch.toArray(new Class<?>[0]));
    }
    installer = null;
  }

  /** Returns whether the parameters of a class can be restored; logs a warning if not. */
  private boolean canRestoreParameters(Class<?> type, String warning) {
    try {
      MethodParameters.of(type);
      return true;
    } catch (LinkageError | RuntimeException e) {
      String reason =
          e + "; this JDK would lose the names of its parameters. Start the JVM with -javaagent";
      warn(warning.formatted(type.getName(), reason));
      return false;
    }
  }

  /** Returns the number of classes of the application that were loaded or retransformed so far. */
  public long loads() {
    return loads.get();
  }

  /** Returns the classes of the application that may have methods of a target. */
  List<Class<?>> candidates(Instrumentation instrumentation) {
    return LoadedClasses.of(instrumentation, filter::mayMatch);
  }

  @Override
  public byte @Nullable [] transform(
      @Nullable ClassLoader loader,
      @Nullable String type,
      @Nullable Class<?> loaded,
      @Nullable ProtectionDomain domain,
      byte[] file) {
    if (loader == null || type == null || !LoadedClasses.isOfApplication(loader)) {
      return null;
    }
    loads.incrementAndGet();
    List<TargetHint> fitting;
    try {
      fitting = uninstalled ? List.of() : filter.fitting(type, file, loader, loaded);
    } catch (Throwable failure) {
      // Not logged for each class, because it may affect many.
      TargetInstrumentation running = start();
      if (running != null) {
        running.report(failure);
      }
      return null;
    }
    boolean candidate = !fitting.isEmpty();
    String name = type.replace('/', '.');
    try {
      byte[] complete = file;
      if (loaded != null
          && (candidate || Thread.currentThread() == installer)
          && LoadedClasses.loseParameters()) {
        complete = MethodParameters.restore(loaded, file);
      }
      byte[] guarded = candidate ? guard(loader, name, loaded, domain, complete, fitting) : null;
      if (guarded != null) {
        return guarded;
      }
      if (complete != file) {
        return complete;
      }
      if (!candidate && API.equals(name)) {
        start();
      }
    } catch (Throwable failure) {
      warn("cannot guard " + name + ", which stays unchanged: " + failure);
    }
    return null;
  }

  /** Returns the index of targets. Created once, under the lock of the start. */
  TargetIndex index() {
    synchronized (startLock) {
      if (index == null) {
        index = TargetIndex.of(firstTargets, profiles);
      }
      return index;
    }
  }

  /** Returns the index with the targets that may match a class. */
  private TargetIndex index(List<TargetHint> fitting) {
    synchronized (startLock) {
      index = index().including(fitting);
      return index;
    }
  }

  private void startNow() throws Exception {
    synchronized (startLock) {
      if (!startAttempted) {
        startAttempted = true;
        started = rest.start(this);
      }
    }
  }

  /**
   * Returns the instrumentation, and starts the rest of the agent if necessary; {@code null} if the
   * start failed, and on the thread that is starting it.
   */
  private @Nullable TargetInstrumentation start() {
    if (started == null) {
      try {
        startNow();
      } catch (Throwable failure) {
        rest.startFailed(failure);
      }
    }
    return started;
  }

  void warn(String line) {
    TargetInstrumentation running = start();
    if (running != null) {
      running.warn(line);
    }
  }

  /** Returns whether to report that a method is guarded: not if it was guarded before. */
  private boolean isNew(MatchedMethod method, @Nullable Class<?> loaded) {
    return loaded == null
        || (Thread.currentThread() == installer && index().isNew(method.number()));
  }

  private byte @Nullable [] guard(
      ClassLoader loader,
      String type,
      @Nullable Class<?> loaded,
      @Nullable ProtectionDomain domain,
      byte[] file,
      List<TargetHint> fitting) {
    TypeDescription described = ClassFiles.describe(type, file, loader);
    List<MatchedMethod> methods =
        index(fitting).match(described, loaded == null ? described : ForLoadedType.of(loaded));
    TargetInstrumentation running = methods.isEmpty() ? null : start();
    if (running == null) {
      return null;
    }
    if (loaded != null) {
      running.mayBeActive(type, methods.stream().filter(each -> isNew(each, loaded)).toList());
    }
    return running.guard(loader, domain, type, file, methods, method -> isNew(method, loaded));
  }
}
