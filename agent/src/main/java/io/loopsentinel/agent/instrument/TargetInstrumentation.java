package io.loopsentinel.agent.instrument;

import io.loopsentinel.LoopEvent;
import io.loopsentinel.agent.async.AsynchronousType;
import io.loopsentinel.agent.async.ResultType;
import io.loopsentinel.agent.config.Reading;
import io.loopsentinel.agent.config.SourceExpression;
import io.loopsentinel.agent.config.TargetHint;
import io.loopsentinel.agent.config.TargetKind;
import io.loopsentinel.agent.config.TargetSpec;
import io.loopsentinel.agent.guard.GuardFactory;
import io.loopsentinel.agent.guard.RunCarrier;
import io.loopsentinel.agent.guard.TargetReport;
import io.loopsentinel.agent.telemetry.AgentLog;
import io.loopsentinel.agent.telemetry.event.Telemetry;
import java.lang.instrument.Instrumentation;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Predicate;
import net.bytebuddy.description.type.TypeDescription;
import org.jspecify.annotations.Nullable;

/**
 * Puts the methods that targets name under guard, in a whole JVM, and says which they are and where
 * a hint cannot reach the model. Thread-safe.
 */
public final class TargetInstrumentation {

  /** The supertypes of {@link String}: a method that returns one can return a message. */
  private static final Set<String> TEXT =
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
  private final TargetTransformer finder;
  private final InstalledHook hook;
  private final AtomicBoolean guardsAny = new AtomicBoolean();
  private volatile Runnable onMatch = () -> {};
  private volatile @Nullable GuardTable table;
  private volatile @Nullable RunPropagation propagation;

  /** Says which methods of a class that is about to be loaded are to be watched. */
  public interface Proposer {

    /**
     * Looks at a class file. Called inside the application's class loading, on any thread: it must
     * load no class of the application.
     *
     * @return the targets, by the method's name followed by its descriptor
     */
    Map<String, TargetSpec> propose(ClassLoader loader, String type, byte[] file);
  }

  /** Installs the hook; where the JVM refuses that, it throws, and nothing is guarded. */
  public TargetInstrumentation(
      Instrumentation instrumentation, TargetTransformer finder, Telemetry telemetry)
      throws Exception {
    this(
        instrumentation,
        finder,
        telemetry,
        telemetry.failures(),
        InstalledHook.install(instrumentation, telemetry.log()));
  }

  TargetInstrumentation(
      Instrumentation instrumentation,
      TargetTransformer finder,
      Telemetry telemetry,
      Consumer<Throwable> failures,
      InstalledHook hook) {
    this.instrumentation = instrumentation;
    this.finder = finder;
    this.telemetry = telemetry;
    this.log = telemetry.log();
    this.failures = failures;
    this.hook = hook;
  }

  /**
   * Makes ready to guard methods; the API answers the application, by JDK types only.
   *
   * @param matched called whenever a class with guarded methods is being loaded; must not throw
   */
  public void connect(
      GuardFactory guards,
      BiFunction<String, @Nullable Object, @Nullable Object> api,
      Runnable matched) {
    onMatch = matched;
    hook.call("connectApi", api);
    GuardTable created =
        new GuardTable(number -> finder.index().target(number).spec(), guards, log);
    table = created;
    hook.call("connect", created, failures);
  }

  /**
   * Guards the methods of other targets from now on. Those that no target takes in any more are as
   * if they had never been guarded.
   */
  public void retarget(List<TargetHint> hints, List<TargetSpec> targets) {
    if (finder.retarget(instrumentation, hints, targets)) {
      watchForUnmatched();
    }
  }

  /** Has the guards of all methods built anew, each with the method's next call. */
  public void relink() {
    GuardTable current = table;
    if (current != null) {
      finder.candidates(instrumentation).forEach(current::remove);
    }
  }

  /**
   * Gives all classes back as they were; calls that are guarded at this moment come to their end.
   */
  public void uninstall() {
    finder.uninstall(instrumentation);
    RunPropagation carried = propagation;
    if (carried != null) {
      carried.stop();
    }
    hook.call("disconnect");
  }

  /** Watches methods of all classes to be loaded, where nothing is guarded. */
  public static void watch(
      Instrumentation instrumentation, Telemetry telemetry, Proposer proposer, GuardFactory guards)
      throws Exception {
    InstalledHook hook = InstalledHook.install(instrumentation, telemetry.log());
    WatchingTransformer watching = new WatchingTransformer(proposer, hook.name(), telemetry.log());
    hook.call(
        "connect", new GuardTable(watching::target, guards, telemetry.log()), telemetry.failures());
    instrumentation.addTransformer(watching);
  }

  /** Has runs carried to other threads, if that is not done already; never throws. */
  public synchronized void propagateRuns(RunCarrier carrier) {
    if (propagation == null) {
      RunPropagation started = new RunPropagation(instrumentation, hook, log);
      propagation = started;
      started.start(carrier);
    }
  }

  /** Has guarded methods ask their guards, or run as if they had none; never throws. */
  public void setEnabled(boolean enabled) {
    try {
      hook.call("setEnabled", enabled);
    } catch (RuntimeException | LinkageError failure) {
      failures.accept(failure); // The guards ask for themselves, too.
    }
  }

  /** Tells, some time after the start, of targets of the user that nothing was found for. */
  public void watchForUnmatched() {
    // A profile's target that guards nothing is no news: hardly a program uses all frameworks.
    List<Target> ofUser =
        finder.index().newTargets().stream()
            .filter(target -> !target.spec().fromProfile())
            .toList();
    if (!ofUser.isEmpty()) {
      new UnmatchedTargets(ofUser, instrumentation::getAllLoadedClasses, telemetry).watch();
    }
  }

  /** Returns the targets that have taken in a method so far, or those that have not. */
  public List<TargetSpec> targets(boolean matched) {
    return finder.index().targets().stream()
        .filter(target -> target.isMatched() == matched)
        .map(Target::spec)
        .toList();
  }

  /** Returns a class file with advice; {@code null} where it can have none. */
  byte @Nullable [] guard(
      ClassLoader loader,
      String type,
      byte[] file,
      List<MatchedMethod> methods,
      Predicate<MatchedMethod> isNew) {
    if (ClassFiles.isTooOld(file)) {
      warn("cannot guard " + type + ", which was compiled for Java 1.4 or older");
      return null;
    }
    byte[] rewritten = new HookWriter(hook.name()).guard(type, file, methods);
    record(type, loader, methods.stream().filter(isNew).toList());
    onMatch.run();
    return rewritten;
  }

  void warn(String line) {
    log.warn(line);
  }

  void report(Throwable failure) {
    failures.accept(failure);
  }

  private void record(String type, ClassLoader loader, List<MatchedMethod> methods) {
    for (MatchedMethod guarded : methods) {
      TargetSpec target = guarded.target();
      String name = type + "." + MatchedMethod.describe(guarded.method());
      // Made elsewhere: this is in the midst of a class being loaded.
      telemetry
          .events()
          .publish(
              () ->
                  telemetry.event(
                      LoopEvent.Type.TARGET_MATCHED, null, target.name(), "guards " + name));
      String title = TargetReport.title(name, target);
      if (guardsAny.getAndSet(true) || log.isDebug()) {
        log.debug("guards %s (loader %s)".formatted(title, nameOf(loader)));
      } else {
        log.info("guards " + title + "; with log: debug each further method is told");
      }
      if (target.kind() == TargetKind.TOOL) {
        recordResult(name, guarded.method().getReturnType().asErasure(), target);
      }
    }
  }

  private void recordResult(String name, TypeDescription returned, TargetSpec target) {
    SourceExpression tool = target.readings().get(Reading.TOOL_NAME);
    boolean batch = tool != null && tool.expression().isProjection();
    String result = returned.getActualName();
    boolean reference = !returned.isPrimitive();
    // What the value is that comes later is known when the method is called, and said then.
    boolean mayCarryText = TEXT.contains(result) || AsynchronousType.isNameOfOne(result);
    boolean isBuilt = reference && target.readings().get(Reading.RESULT) != null;
    if (batch || (!mayCarryText && !isBuilt)) {
      String why =
          batch
              ? "dispatches several calls at once"
              : ResultType.cannotCarryMessage(result, reference);
      log.info(
          "target %s: a hint becomes an abort in %s, which %s".formatted(target.name(), name, why));
    }
  }

  /** Does not ask the loader for its name: it could be any code of the application. */
  private static String nameOf(ClassLoader loader) {
    return loader == ClassLoader.getSystemClassLoader() ? "app" : loader.getClass().getName();
  }
}
