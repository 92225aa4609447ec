package io.loopsentinel.agent.instrument;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.targets.fixture.Family;
import io.loopsentinel.targets.match.Specs;
import io.loopsentinel.targets.match.TestClassFiles;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The rest of the agent starts once, in the midst of a class being loaded. */
class StartOnDemandTest {

  private static final int THREADS = 32;
  private static final int LOADERS = 8;

  /** Far more than it takes: a wait that ends by it is a deadlock. */
  private static final long SECONDS = 300;

  private static final String TOOL = Family.FarTool.class.getName();
  private static final String OTHER_TOOL = Family.FartherTool.class.getName();

  private final AtomicInteger starts = new AtomicInteger();

  /** Defines its own copies of the fixtures; under a lock for each class. */
  private static class ParallelLoader extends ClassLoader {

    static {
      registerAsParallelCapable();
    }

    private final GuardedWorld world;

    ParallelLoader(GuardedWorld world) {
      super(StartOnDemandTest.class.getClassLoader());
      this.world = world;
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      if (!name.startsWith(Family.class.getName())) {
        return super.loadClass(name, resolve);
      }
      synchronized (getClassLoadingLock(name)) {
        Class<?> known = findLoadedClass(name);
        return known == null ? define(name) : known;
      }
    }

    private Class<?> define(String name) {
      byte[] file = TestClassFiles.of(name);
      byte[] rewritten = world.transform(this, name.replace('.', '/'), file);
      byte[] result = rewritten == null ? file : rewritten;
      return defineClass(name, result, 0, result.length);
    }
  }

  /** The same under one lock, which is the loader itself. */
  private static final class OldLoader extends ParallelLoader {

    OldLoader(GuardedWorld world) {
      super(world);
    }
  }

  @Test
  void guardsTheClassesThatAllThreadsLoadWhileItStarts() throws Exception {
    CountDownLatch loading = new CountDownLatch(THREADS);
    GuardedWorld world =
        world(
            transformer -> {
              // So that others come while it starts, and wait with the locks that they hold.
              if (!loading.await(SECONDS, TimeUnit.SECONDS)) {
                throw new AssertionError("not all threads have come");
              }
            });
    List<ClassLoader> loaders = new ArrayList<>();
    for (int i = 0; i < LOADERS; i++) {
      loaders.add(i % 2 == 0 ? new ParallelLoader(world) : new OldLoader(world));
    }

    List<FutureTask<String>> tasks = new ArrayList<>();
    for (int i = 0; i < THREADS; i++) {
      ClassLoader loader = loaders.get(i % LOADERS);
      String type = i < THREADS / 2 ? TOOL : OTHER_TOOL;
      tasks.add(
          new FutureTask<>(
              () -> {
                loading.countDown();
                return call(loader, type);
              }));
    }
    run(tasks);

    for (int i = 0; i < THREADS; i++) {
      assertThat(tasks.get(i).get(SECONDS, TimeUnit.SECONDS))
          .isEqualTo(i < THREADS / 2 ? "far x" : "farther than far x");
    }
    assertThat(starts).hasValue(1);
    // The second tool calls the method that it overrides.
    assertThat(world.guarded()).hasSize(THREADS / 2 * 3).containsOnly("execute");
    assertThat(world.failures()).isEmpty();
  }

  @Test
  void leavesAloneTheClassesThatItLoadsItself() throws Exception {
    AtomicInteger answers = new AtomicInteger();
    GuardedWorld world =
        world(
            transformer -> {
              byte[] file = TestClassFiles.of(TOOL);
              ClassLoader loader = StartOnDemandTest.class.getClassLoader();
              if (transformer.transform(loader, TOOL.replace('.', '/'), null, null, file) == null) {
                answers.incrementAndGet();
              }
            });

    assertThat(call(new ParallelLoader(world), TOOL)).isEqualTo("far x");
    assertThat(answers).hasValue(1);
    assertThat(starts).hasValue(1);
    assertThat(world.guarded()).containsExactly("execute");
  }

  @Test
  void letsClassesBeAsTheyAreOnceItHasFailed() throws Exception {
    ConcurrentLinkedQueue<String> results = new ConcurrentLinkedQueue<>();
    GuardedWorld world =
        world(
            transformer -> {
              throw new IllegalStateException("no room");
            });
    ClassLoader loader = new ParallelLoader(world);

    results.add(call(loader, TOOL));
    results.add(call(loader, OTHER_TOOL));

    assertThat(results).containsExactly("far x", "farther than far x");
    assertThat(starts).hasValue(1);
    assertThat(world.guarded()).isEmpty();
    assertThat(world.failures())
        .singleElement()
        .extracting(Throwable::getMessage)
        .isEqualTo("no room");
  }

  private GuardedWorld world(GuardedWorld.Start first) {
    return new GuardedWorld(
        transformer -> {
          starts.incrementAndGet();
          first.run(transformer);
        },
        Specs.subtypes(Family.Tool.class, "execute"));
  }

  /** All on threads of their own, which keep no JVM alive. */
  private static void run(List<? extends Runnable> tasks) {
    for (Runnable task : tasks) {
      Thread thread = new Thread(task, "loads a tool");
      thread.setDaemon(true);
      thread.start();
    }
  }

  private static String call(ClassLoader loader, String type) throws Exception {
    Object tool = Class.forName(type, true, loader).getDeclaredConstructor().newInstance();
    @Nullable Object result = ((Callable<?>) tool).call();
    return String.valueOf(result);
  }
}
