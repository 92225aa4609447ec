package io.loopsentinel.agent.instrument;

import io.loopsentinel.agent.config.TargetSpec;
import io.loopsentinel.agent.guard.GuardFactory;
import io.loopsentinel.agent.guard.RunCarrier;
import io.loopsentinel.agent.telemetry.AgentLog;
import io.loopsentinel.agent.telemetry.event.Telemetry;
import java.lang.instrument.Instrumentation;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** Puts the methods that targets name under guard, in a whole JVM. */
public final class TargetInstrumentation {

  /** What the API is asked with the platform's MBean server, see {@link #install}. */
  public static final String PLATFORM_SERVER = "platform_mbean_server";

  private final Instrumentation instrumentation;
  private final Telemetry telemetry;
  private final AgentLog log;
  private final ClassPlans plans = new ClassPlans();
  private volatile @Nullable InstalledHook installed;
  private volatile @Nullable RunningGuard running;
  private volatile @Nullable TargetTransformer transformer;

  /**
   * Creates an instrumentation of this JVM.
   *
   * @param telemetry told of what is guarded, and of errors that a call or a class met with
   */
  public TargetInstrumentation(Instrumentation instrumentation, Telemetry telemetry) {
    this.instrumentation = instrumentation;
    this.telemetry = telemetry;
    this.log = telemetry.log();
  }

  /**
   * Makes ready to guard methods. To be called once.
   *
   * @param finder finds them, and sends them here
   * @param guards builds the guard of each method
   * @param api answers what the application asks of the agent; JDK types only
   * @param platformServer whether the API is handed the platform's MBean server ({@link
   *     #PLATFORM_SERVER}) whenever somebody asks the JDK for it
   * @return what classes are to be sent to
   * @throws Exception if the JVM refuses the hook; then nothing is guarded
   */
  public RunningGuard install(
      TargetTransformer finder,
      GuardFactory guards,
      BiFunction<String, @Nullable Object, @Nullable Object> api,
      boolean platformServer)
      throws Exception {
    InstalledHook hook = new HookInstaller(instrumentation, log).install();
    hook.connectApi(api);
    hook.connect(new GuardTable(plans, guards, log), telemetry.failures());
    transformer = finder;
    installed = hook;
    RunningGuard guard =
        new RunningGuard(
            plans,
            hook.internalName(),
            platformServer
                ? new PlatformServerWatch(
                    instrumentation, hook, PLATFORM_SERVER, log, telemetry.failures())
                : null,
            telemetry,
            telemetry.failures());
    running = guard;
    return guard;
  }

  /**
   * Watches methods of all classes to be loaded. To be called once, and not beside {@link
   * #install}.
   *
   * @param proposer says which
   * @param guards builds what hears of the calls of each
   * @throws Exception if the JVM refuses the hook; then nothing is watched
   */
  public void watch(TargetProposer proposer, GuardFactory guards) throws Exception {
    InstalledHook hook = new HookInstaller(instrumentation, log).install();
    hook.connect(new GuardTable(plans, guards, log), telemetry.failures());
    instrumentation.addTransformer(
        new WatchingTransformer(proposer, plans, hook.internalName(), log));
  }

  /**
   * Has runs carried to the threads to which they hand work, through the JDK's executors and
   * futures. To be called once, when the first run is about to begin; never throws.
   */
  public void propagateRuns(RunCarrier carrier) {
    InstalledHook hook = installed;
    if (hook != null) {
      new RunPropagation(instrumentation, hook, log).start(carrier);
    }
  }

  /** Has guarded methods ask their guards, or run as if they had none; never throws. */
  public void setEnabled(boolean enabled) {
    InstalledHook hook = installed;
    try {
      if (hook != null) {
        hook.setEnabled(enabled);
      }
    } catch (RuntimeException | LinkageError failure) {
      telemetry.failures().accept(failure); // The guards ask for themselves, too.
    }
  }

  /**
   * Has the class rewritten that makes the platform's MBean server, where it is loaded already. To
   * be called when classes are sent to what {@link #install} returned; never throws.
   *
   * @return whether it is: the server may have been made before
   */
  public boolean rewriteLoadedPlatformServer() {
    RunningGuard current = running;
    return current != null && current.rewriteLoadedPlatformServer();
  }

  /** Tells, some time after the start, of targets of the user that nothing was found for. */
  public void watchForUnmatched() {
    List<Target> ofUser = new ArrayList<>();
    for (Target target : all()) {
      // A profile's target that guards nothing is no news: hardly a program uses all frameworks.
      if (!target.spec().fromProfile()) {
        ofUser.add(target);
      }
    }
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
