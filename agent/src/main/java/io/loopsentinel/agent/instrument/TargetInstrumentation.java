package io.loopsentinel.agent.instrument;

import io.loopsentinel.LoopEvent;
import io.loopsentinel.agent.guard.GuardFactory;
import io.loopsentinel.agent.guard.call.EarlierRuns;
import io.loopsentinel.agent.guard.call.RunCarrier;
import io.loopsentinel.agent.telemetry.AgentLog;
import io.loopsentinel.agent.telemetry.event.Telemetry;
import io.loopsentinel.targets.config.Reading;
import io.loopsentinel.targets.config.SourceExpression;
import io.loopsentinel.targets.config.TargetHint;
import io.loopsentinel.targets.config.TargetKind;
import io.loopsentinel.targets.config.TargetSpec;
import io.loopsentinel.targets.link.TargetReport;
import io.loopsentinel.targets.match.ClassFiles;
import io.loopsentinel.targets.match.MatchedMethod;
import io.loopsentinel.targets.match.Target;
import io.loopsentinel.targets.result.AsynchronousType;
import io.loopsentinel.targets.result.ResultType;
import io.loopsentinel.targets.result.TextResult;
import java.lang.instrument.Instrumentation;
import java.security.ProtectionDomain;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Predicate;
import net.bytebuddy.description.type.TypeDescription;
import org.jspecify.annotations.Nullable;

/**
 * Guards the methods of targets in a JVM. Logs each of them, and whether a hint can reach the model
 * through it. Thread-safe.
 */
public final class TargetInstrumentation {

  /** The supertypes of {@link String}: a method that returns one can return a message. */
  private static final Set<String> STRING_TYPES =
      Set.of(
          "java.lang.String",
          "java.lang.CharSequence",
          "java.lang.Comparable",
          "java.lang.Object",
          "java.io.Serializable");

  private final Instrumentation instrumentation;
  private final Telemetry telemetry;
  private final AgentLog log;
  private final Consumer<Throwable> failures;
  private final TargetTransformer transformer;
  private final InstalledHook hook;
  private final EarlierRuns earlierRuns = new EarlierRuns();
  private final GuardedFrameworks frameworks = new GuardedFrameworks();
  private volatile Runnable onMatch = () -> {};
  private volatile @Nullable GuardTable guardTable;
  private volatile @Nullable RunPropagation propagation;

  /** Selects the methods of a class to watch when the class is loaded or retransformed. */
  public interface Proposer {

    /**
     * Returns the targets of a class file. Called within class loading, on any thread; must not
     * load classes of the application.
     *
     * @return the targets by method name and descriptor, concatenated
     */
    Map<String, TargetSpec> propose(ClassLoader loader, String type, byte[] file);
  }

  /** Installs the hook; throws if the JVM refuses it, and then nothing is guarded. */
  public TargetInstrumentation(
      Instrumentation instrumentation, TargetTransformer transformer, Telemetry telemetry)
      throws Exception {
    this(
        instrumentation,
        transformer,
        telemetry,
        telemetry.failures(),
        InstalledHook.install(instrumentation, telemetry.log()));
  }

  TargetInstrumentation(
      Instrumentation instrumentation,
      TargetTransformer transformer,
      Telemetry telemetry,
      Consumer<Throwable> failures,
      InstalledHook hook) {
    this.instrumentation = instrumentation;
    this.transformer = transformer;
    this.telemetry = telemetry;
    this.log = telemetry.log();
    this.failures = failures;
    this.hook = hook;
  }

  /**
   * Prepares to guard methods.
   *
   * @param matched called when a class with guarded methods is loaded; must not throw
   */
  public void connect(
      GuardFactory guards,
      BiFunction<String, @Nullable Object, @Nullable Object> api,
      Runnable matched) {
    onMatch = matched;
    hook.call("connectApi", api);
    GuardTable created =
        new GuardTable(number -> transformer.index().target(number).spec(), guards, log);
    guardTable = created;
    hook.call("connect", created, failures);
  }

  /** Replaces the targets. Methods that no target matches any more are no longer guarded. */
  public void retarget(List<TargetHint> hints, List<TargetSpec> targets) {
    if (transformer.retarget(instrumentation, hints, targets)) {
      watchForUnmatched();
    }
  }

  /** Drops all guards; each is built again at the next call of its method. */
  public void relink() {
    GuardTable current = guardTable;
    if (current != null) {
      transformer.candidates(instrumentation).forEach(current::remove);
    }
  }

  /** Restores all classes; guarded calls in progress are completed. */
  public void uninstall() {
    transformer.uninstall(instrumentation);
    RunPropagation current = propagation;
    if (current != null) {
      current.stop();
    }
    hook.call("disconnect");
  }

  /**
   * Watches methods, without guarding any.
   *
   * @return proposes methods of loaded classes again; must not be called while locks are held
   */
  public static Consumer<Class<?>[]> watch(
      Instrumentation instrumentation, Telemetry telemetry, Proposer proposer, GuardFactory guards)
      throws Exception {
    InstalledHook hook = InstalledHook.install(instrumentation, telemetry.log());
    WatchingTransformer watching = new WatchingTransformer(proposer, hook.name(), telemetry.log());
    hook.call(
        "connect", new GuardTable(watching::target, guards, telemetry.log()), telemetry.failures());
    instrumentation.addTransformer(watching, true);
    return loaded ->
        LoadedClasses.retransform(
            instrumentation,
            (type, failure) ->
                telemetry.log().warn("cannot watch " + type.getName() + ": " + failure),
            loaded);
  }

  /** Starts to carry runs to other threads, unless already started; never throws. */
  public synchronized void propagateRuns(RunCarrier carrier) {
    if (propagation == null) {
      RunPropagation started = new RunPropagation(instrumentation, hook, log);
      propagation = started;
      started.start(carrier);
    }
  }

  /** Sets whether guarded methods call their guards; never throws. */
  public void setEnabled(boolean enabled) {
    try {
      hook.call("setEnabled", enabled);
    } catch (RuntimeException | LinkageError failure) {
      failures.accept(failure); // The guards also check this.
    }
  }

  /** Reports, some time after the start, targets of the user that match nothing. */
  public void watchForUnmatched() {
    // Not targets of profiles, because a program uses few of the frameworks.
    List<Target> ofUser =
        transformer.index().newTargets().stream()
            .filter(target -> !target.spec().fromProfile())
            .toList();
    if (!ofUser.isEmpty()) {
      new UnmatchedTargets(
              ofUser,
              () -> transformer.index().targets(),
              instrumentation::getAllLoadedClasses,
              telemetry)
          .watch();
    }
  }

  /** Returns the targets that have matched a method so far, or those that have not. */
  public List<TargetSpec> targets(boolean matched) {
    return transformer.index().targets().stream()
        .filter(target -> target.isMatched() == matched)
        .map(Target::spec)
        .toList();
  }

  public EarlierRuns earlierRuns() {
    return earlierRuns;
  }

  public List<String> frameworks() {
    return List.copyOf(frameworks.lines(targets(true)).values());
  }

  /** Logs the frameworks with guarded methods, if that has changed. */
  public void logFrameworks() {
    frameworks.log(targets(true), log::info);
  }

  /** Logs the frameworks at the first call of each kind, which may be of another class. */
  public void called(TargetSpec target) {
    if (frameworks.isFirstCall(target)) {
      logFrameworks();
    }
  }

  /** Returns a class file with advice; {@code null} if that is not possible. */
  byte @Nullable [] guard(
      ClassLoader loader,
      @Nullable ProtectionDomain domain,
      String type,
      byte[] file,
      List<MatchedMethod> methods,
      Predicate<MatchedMethod> isNew) {
    if (ClassFiles.isTooOld(file)) {
      warn("cannot guard " + type + ", which was compiled for Java 1.4 or older");
      return null;
    }
    byte[] rewritten = new HookWriter(hook.name()).guard(type, file, methods);
    try {
      announce(type, loader, domain, methods.stream().filter(isNew).toList());
    } catch (RuntimeException | LinkageError failure) {
      report(failure); // The class is guarded although this is not announced.
    }
    onMatch.run();
    return rewritten;
  }

  /** Reports the run methods among those that become guarded in a class that is loaded already. */
  void mayBeActive(String type, List<MatchedMethod> methods) {
    for (MatchedMethod each : methods) {
      if (each.target().kind() == TargetKind.RUN) {
        earlierRuns.add(type, each.method().getName());
      }
    }
  }

  void warn(String line) {
    log.warn(line);
  }

  void report(Throwable failure) {
    failures.accept(failure);
  }

  private void announce(
      String type,
      ClassLoader loader,
      @Nullable ProtectionDomain domain,
      List<MatchedMethod> methods) {
    for (MatchedMethod guarded : methods) {
      TargetSpec target = guarded.target();
      String name = type + "." + MatchedMethod.describe(guarded.method());
      // On another thread, because this is within class loading.
      telemetry
          .events()
          .publish(
              () ->
                  telemetry.event(
                      LoopEvent.Type.TARGET_MATCHED, null, target.name(), "guards " + name));
      frameworks.add(target, type, name, domain);
      log.debug(
          "guards %s (loader %s)".formatted(TargetReport.title(name, target), nameOf(loader)));
      if (target.kind() == TargetKind.TOOL) {
        announceLostHint(name, guarded.method().getReturnType().asErasure(), target);
      }
    }
  }

  private void announceLostHint(String name, TypeDescription returned, TargetSpec target) {
    SourceExpression tool = target.readings().get(Reading.TOOL_NAME);
    boolean batch = tool != null && tool.expression().isProjection();
    String result = returned.getActualName();
    boolean reference = !returned.isPrimitive();
    // The type of a value within a result is known, and reported, when the method is called.
    boolean mayCarryText =
        STRING_TYPES.contains(result)
            || AsynchronousType.isNameOfOne(result)
            || TextResult.isHolder(result);
    boolean isConfigured = reference && target.readings().get(Reading.RESULT) != null;
    if (batch || (!mayCarryText && !isConfigured)) {
      String why =
          batch
              ? "dispatches several calls at once"
              : ResultType.cannotCarryMessage(result, reference);
      log.info(
          "target %s: a hint becomes an abort in %s, which %s".formatted(target.name(), name, why));
    }
  }

  /** Describes a loader without calling it, because it may be code of the application. */
  private static String nameOf(ClassLoader loader) {
    return loader == ClassLoader.getSystemClassLoader() ? "app" : loader.getClass().getName();
  }
}
