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

  /** What the API is asked with the platform's MBean server, see {@link #watchPlatformServer}. */
  public static final String PLATFORM_SERVER = "platform_mbean_server";

  private final Instrumentation instrumentation;
  private final Telemetry telemetry;
  private final AgentLog log;
  private volatile @Nullable InstalledHook installed;
  private volatile List<Target> targetsInForce = List.of();

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
   * Guards the target methods of all classes, loaded and to be loaded. To be called once.
   *
   * @param targets what to guard; the first that fits a method has it, a profile's after the user's
   * @param guards builds the guard of each method
   * @param api answers what the application asks of the agent; JDK types only
   * @throws Exception if the JVM refuses the hook; then nothing is guarded
   */
  public void install(
      List<TargetSpec> targets,
      GuardFactory guards,
      BiFunction<String, @Nullable Object, @Nullable Object> api)
      throws Exception {
    TargetIndex index = new TargetIndex(targets);
    ClassPlans plans = new ClassPlans();
    InstalledHook hook = new HookInstaller(instrumentation, log).install();
    installed = hook;
    hook.connectApi(api);
    hook.connect(new GuardTable(plans, guards, log), telemetry.failures());
    instrumentation.addTransformer(
        new TargetTransformer(index, plans, hook.internalName(), telemetry, telemetry.failures()),
        true);
    new LoadedTargets(instrumentation, index, log).retransform();
    targetsInForce = List.copyOf(index.targets());
    watch(index.targets());
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
    ClassPlans plans = new ClassPlans();
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

  /**
   * Has the API handed the platform's MBean server whenever somebody asks the JDK for it. To be
   * called once, after {@link #install}; never throws.
   *
   * @return whether the server may have been made before
   */
  public boolean watchPlatformServer() {
    InstalledHook hook = installed;
    return hook != null
        && new PlatformServerWatch(instrumentation, hook, log, telemetry.failures())
            .start(PLATFORM_SERVER);
  }

  /** Returns the targets that have taken in a method so far, or those that have not. */
  public List<TargetSpec> targets(boolean matched) {
    return targetsInForce.stream()
        .filter(target -> target.isMatched() == matched)
        .map(Target::spec)
        .toList();
  }

  /** A profile's target that guards nothing is no news: hardly a program uses all frameworks. */
  private void watch(List<Target> targets) {
    List<Target> ofUser = new ArrayList<>();
    for (Target target : targets) {
      if (!target.spec().fromProfile()) {
        ofUser.add(target);
      }
    }
    if (!ofUser.isEmpty()) {
      new UnmatchedTargets(ofUser, instrumentation::getAllLoadedClasses, telemetry).watch();
    }
  }
}
