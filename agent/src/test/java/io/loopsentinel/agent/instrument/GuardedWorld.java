package io.loopsentinel.agent.instrument;

import io.loopsentinel.agent.guard.GuardFactory;
import io.loopsentinel.agent.telemetry.AgentLog;
import io.loopsentinel.agent.telemetry.LogText;
import io.loopsentinel.agent.telemetry.event.Telemetry;
import io.loopsentinel.hook.Hook;
import io.loopsentinel.targets.config.LogLevel;
import io.loopsentinel.targets.config.TargetHint;
import io.loopsentinel.targets.config.TargetSpec;
import io.loopsentinel.targets.fixture.Shapes;
import io.loopsentinel.targets.match.TestClassFiles;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.lang.instrument.Instrumentation;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.security.CodeSource;
import java.security.ProtectionDomain;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A class loader that defines the fixtures again, sent through a transformer first, as a JVM would.
 *
 * <p>It connects the hook, of which there is one: one world at a time.
 */
public final class GuardedWorld extends ClassLoader {

  static {
    registerAsParallelCapable();
  }

  /** A call that a guard saw. */
  public record Call(Method method, @Nullable Object self, List<@Nullable Object> arguments) {}

  /** Runs before the rest of the agent is there. */
  public interface Start {

    void run(TargetTransformer transformer) throws Exception;
  }

  /** Nothing is asked of it. */
  private static final Instrumentation UNUSED =
      (Instrumentation)
          Proxy.newProxyInstance(
              GuardedWorld.class.getClassLoader(),
              new Class<?>[] {Instrumentation.class},
              (proxy, method, arguments) -> {
                throw new AssertionError(method);
              });

  private static final String FIXTURES = Shapes.class.getPackageName() + ".";

  private final List<Call> calls = new CopyOnWriteArrayList<>();
  private final List<Throwable> failures = new CopyOnWriteArrayList<>();
  private final ByteArrayOutputStream log = new ByteArrayOutputStream();
  private final AgentLog agentLog =
      new AgentLog(new PrintStream(log, true, StandardCharsets.UTF_8), LogLevel.DEBUG);
  private final TargetTransformer transformer;
  private final Set<String> hidden = ConcurrentHashMap.newKeySet();
  private Function<Call, @Nullable Object> verdict = call -> null;

  public GuardedWorld(TargetSpec... targets) {
    this(finder -> {}, targets);
  }

  public GuardedWorld(Start start, TargetSpec... targets) {
    super(GuardedWorld.class.getClassLoader());
    GuardFactory guards =
        (method, target) ->
            (self, arguments) -> judge(new Call(method, self, Arrays.asList(arguments)));
    transformer =
        new TargetTransformer(
            Stream.of(targets).map(TargetHint::of).toList(),
            List.of(targets),
            List.of(),
            new TargetTransformer.OnDemand() {
              @Override
              public TargetInstrumentation start(TargetTransformer finder) throws Exception {
                start.run(finder);
                TargetInstrumentation running =
                    new TargetInstrumentation(
                        UNUSED,
                        finder,
                        new Telemetry(agentLog),
                        failures::add,
                        InstalledHook.of(Hook.class));
                running.connect(guards, (operation, argument) -> null, () -> {});
                return running;
              }

              @Override
              public void startFailed(Throwable failure) {
                failures.add(failure);
              }
            });
  }

  /** Sets what guards say from now on. */
  public GuardedWorld answering(Function<Call, @Nullable Object> newVerdict) {
    verdict = newVerdict;
    return this;
  }

  /** Lets each line of the log fail from now on. */
  GuardedWorld failingToLog(RuntimeException failure) {
    agentLog.redirect(
        (level, line) -> {
          throw failure;
        },
        LogLevel.DEBUG);
    return this;
  }

  /** Hides the class files of some classes from now on. */
  public GuardedWorld hiding(Class<?>... types) {
    for (Class<?> type : types) {
      hidden.add(type.getName().replace('.', '/') + ".class");
    }
    return this;
  }

  /** Returns an object of this world's copy of a fixture, as the JDK type it implements. */
  public <T> T create(Class<?> fixture, Class<T> type) {
    try {
      return type.cast(load(fixture).getDeclaredConstructor().newInstance());
    } catch (ReflectiveOperationException e) {
      throw new LinkageError(fixture.getName(), e);
    }
  }

  public Class<?> load(Class<?> fixture) {
    try {
      return Class.forName(fixture.getName(), true, this);
    } catch (ClassNotFoundException e) {
      throw new LinkageError(fixture.getName(), e);
    }
  }

  /** Sends bytes through the transformer as if a loader defined them. */
  byte @Nullable [] transform(@Nullable ClassLoader loader, String type, byte[] file) {
    return transformer.transform(loader, type, null, null, file);
  }

  /** Sends the file of a fixture from a code source through the transformer. */
  byte @Nullable [] transform(Class<?> fixture, CodeSource source) {
    String type = fixture.getName().replace('.', '/');
    ProtectionDomain domain = new ProtectionDomain(source, null);
    return transformer.transform(this, type, null, domain, TestClassFiles.of(fixture));
  }

  byte @Nullable [] transform(String type, byte[] file) {
    return transform(this, type, file);
  }

  public List<Call> calls() {
    return calls;
  }

  /** Returns the names of the methods whose guards were asked, in order. */
  public List<String> guarded() {
    return calls.stream().map(call -> call.method().getName()).toList();
  }

  public List<Throwable> failures() {
    return failures;
  }

  public List<String> logLines() {
    return LogText.of(log).lines().toList();
  }

  @Override
  public @Nullable URL getResource(String name) {
    return hidden.contains(name) ? null : super.getResource(name);
  }

  @Override
  public @Nullable InputStream getResourceAsStream(String name) {
    return hidden.contains(name) ? null : super.getResourceAsStream(name);
  }

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    if (!name.startsWith(FIXTURES)) {
      return super.loadClass(name, resolve);
    }
    synchronized (getClassLoadingLock(name)) {
      Class<?> known = findLoadedClass(name);
      return known == null ? define(name) : known;
    }
  }

  private Class<?> define(String name) {
    String type = name.replace('.', '/');
    byte[] file = TestClassFiles.of(name);
    byte[] rewritten = transform(type, file);
    byte[] result = rewritten == null ? file : rewritten;
    return defineClass(name, result, 0, result.length);
  }

  private @Nullable Object judge(Call call) {
    calls.add(call);
    return verdict.apply(call);
  }
}
