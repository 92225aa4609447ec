package io.loopsentinel.agent.instrument;

import io.loopsentinel.agent.config.TargetSpec;
import io.loopsentinel.agent.guard.GuardFactory;
import io.loopsentinel.agent.guard.RunCarrier;
import io.loopsentinel.agent.telemetry.event.Telemetry;
import java.lang.instrument.Instrumentation;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/** Puts the methods that targets name under guard, in a whole JVM. */
public final class TargetInstrumentation {

  private final Instrumentation instrumentation;
  private final Telemetry telemetry;
  private final TargetTransformer finder;
  private final InstalledHook hook;

  /** Says which methods of a class that is about to be loaded are to be watched. */
  @FunctionalInterface
  public interface Proposer {

    /**
     * Looks at a class file. Called inside the application's class loading, on any thread: it must
     * load no class of the application.
     *
     * @param loader loads the class
     * @param type its internal name
     * @return the targets, by the method's name followed by its descriptor
     */
    Map<String, TargetSpec> propose(ClassLoader loader, String type, byte[] file);
  }

  /**
   * Installs the hook in this JVM, where an application may be running.
   *
   * @param finder finds the methods of targets
   * @param telemetry told of what is guarded, and of errors that a call or a class met with
   * @throws Exception if the JVM refuses the hook; then nothing is guarded
   */
  public TargetInstrumentation(
      Instrumentation instrumentation, TargetTransformer finder, Telemetry telemetry)
      throws Exception {
    this.instrumentation = instrumentation;
    this.finder = finder;
    this.telemetry = telemetry;
    this.hook = InstalledHook.install(instrumentation, telemetry.log());
  }

  /**
   * Makes ready to guard methods. To be called once.
   *
   * @param guards builds the guard of each method
   * @param api answers what the application asks of the agent; JDK types only
   * @return what classes are to be sent to
   */
  public RunningGuard connect(
      GuardFactory guards, BiFunction<String, @Nullable Object, @Nullable Object> api) {
    hook.call("connectApi", api);
    connect(hook, number -> finder.index().targets().get(number).spec(), guards, telemetry);
    return new RunningGuard(hook.name(), telemetry, telemetry.failures());
  }

  /**
   * Watches methods of all classes to be loaded, where nothing is guarded. To be called once.
   *
   * @param proposer says which
   * @param guards builds what hears of the calls of each
   * @throws Exception if the JVM refuses the hook; then nothing is watched
   */
  public static void watch(
      Instrumentation instrumentation, Telemetry telemetry, Proposer proposer, GuardFactory guards)
      throws Exception {
    InstalledHook hook = InstalledHook.install(instrumentation, telemetry.log());
    WatchingTransformer watching = new WatchingTransformer(proposer, hook.name(), telemetry.log());
    connect(hook, watching::target, guards, telemetry);
    instrumentation.addTransformer(watching);
  }

  private static void connect(
      InstalledHook hook,
      IntFunction<TargetSpec> targets,
      GuardFactory guards,
      Telemetry telemetry) {
    hook.call("connect", new GuardTable(targets, guards, telemetry.log()), telemetry.failures());
  }

  /**
   * Has runs carried to the threads to which they hand work, through the JDK's executors and
   * futures. To be called once, when the first run is about to begin; never throws.
   */
  public void propagateRuns(RunCarrier carrier) {
    new RunPropagation(instrumentation, hook, telemetry.log()).start(carrier);
  }

  /** Has guarded methods ask their guards, or run as if they had none; never throws. */
  public void setEnabled(boolean enabled) {
    try {
      hook.call("setEnabled", enabled);
    } catch (RuntimeException | LinkageError failure) {
      telemetry.failures().accept(failure); // The guards ask for themselves, too.
    }
  }

  /** Tells, some time after the start, of targets of the user that nothing was found for. */
  public void watchForUnmatched() {
    // A profile's target that guards nothing is no news: hardly a program uses all frameworks.
    List<Target> ofUser =
        finder.index().targets().stream().filter(target -> !target.spec().fromProfile()).toList();
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
}
