package io.loopsentinel.agent.instrument;

import io.loopsentinel.agent.config.TargetSpec;
import io.loopsentinel.agent.guard.GuardFactory;
import io.loopsentinel.agent.guard.RunCarrier;
import io.loopsentinel.agent.telemetry.event.Telemetry;
import java.lang.instrument.Instrumentation;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** Puts the methods that targets name under guard, in a whole JVM. */
public final class TargetInstrumentation {

  private final Instrumentation instrumentation;
  private final Telemetry telemetry;
  private volatile HookInstaller.@Nullable Installed installed;
  private volatile @Nullable TargetTransformer transformer;

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
   * Creates an instrumentation of this JVM.
   *
   * @param telemetry told of what is guarded, and of errors that a call or a class met with
   */
  public TargetInstrumentation(Instrumentation instrumentation, Telemetry telemetry) {
    this.instrumentation = instrumentation;
    this.telemetry = telemetry;
  }

  /**
   * Makes ready to guard methods. To be called once.
   *
   * @param finder finds them, and sends them here
   * @param guards builds the guard of each method
   * @param api answers what the application asks of the agent; JDK types only
   * @return what classes are to be sent to
   * @throws Exception if the JVM refuses the hook; then nothing is guarded
   */
  public RunningGuard install(
      TargetTransformer finder,
      GuardFactory guards,
      BiFunction<String, @Nullable Object, @Nullable Object> api)
      throws Exception {
    HookInstaller.Installed hook = new HookInstaller(instrumentation, telemetry.log()).install();
    hook.call("connectApi", api);
    hook.call(
        "connect",
        new GuardTable(
            number -> finder.index().targets().get(number).spec(), guards, telemetry.log()),
        telemetry.failures());
    transformer = finder;
    installed = hook;
    return new RunningGuard(hook.name(), telemetry, telemetry.failures());
  }

  /**
   * Watches methods of all classes to be loaded. To be called once, and not beside {@link
   * #install}.
   *
   * @param proposer says which
   * @param guards builds what hears of the calls of each
   * @throws Exception if the JVM refuses the hook; then nothing is watched
   */
  public void watch(Proposer proposer, GuardFactory guards) throws Exception {
    HookInstaller.Installed hook = new HookInstaller(instrumentation, telemetry.log()).install();
    WatchingTransformer watching = new WatchingTransformer(proposer, hook.name(), telemetry.log());
    hook.call(
        "connect", new GuardTable(watching::target, guards, telemetry.log()), telemetry.failures());
    instrumentation.addTransformer(watching);
  }

  /**
   * Has runs carried to the threads to which they hand work, through the JDK's executors and
   * futures. To be called once, when the first run is about to begin; never throws.
   */
  public void propagateRuns(RunCarrier carrier) {
    HookInstaller.Installed hook = installed;
    if (hook != null) {
      new RunPropagation(instrumentation, hook, telemetry.log()).start(carrier);
    }
  }

  /** Has guarded methods ask their guards, or run as if they had none; never throws. */
  public void setEnabled(boolean enabled) {
    HookInstaller.Installed hook = installed;
    try {
      if (hook != null) {
        hook.call("setEnabled", enabled);
      }
    } catch (RuntimeException | LinkageError failure) {
      telemetry.failures().accept(failure); // The guards ask for themselves, too.
    }
  }

  /** Tells, some time after the start, of targets of the user that nothing was found for. */
  public void watchForUnmatched() {
    // A profile's target that guards nothing is no news: hardly a program uses all frameworks.
    List<Target> ofUser = all().stream().filter(target -> !target.spec().fromProfile()).toList();
    if (!ofUser.isEmpty()) {
      new UnmatchedTargets(ofUser, instrumentation::getAllLoadedClasses, telemetry).watch();
    }
  }

  /** Returns the targets that have taken in a method so far, or those that have not. */
  public List<TargetSpec> targets(boolean matched) {
    return all().stream()
        .filter(target -> target.isMatched() == matched)
        .map(Target::spec)
        .toList();
  }

  private List<Target> all() {
    TargetTransformer finder = transformer;
    return finder == null ? List.of() : finder.index().targets();
  }
}
