package io.loopsentinel.agent.guard;

import static org.assertj.core.api.Assertions.assertThat;

import io.reactivex.rxjava3.core.Single;
import java.lang.ref.Reference;
import java.lang.ref.WeakReference;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.reactivestreams.Publisher;

/** Libraries that an application brings in a class loader of its own, and takes away again. */
class LibraryReleaseTest {

  /** Loaded once more, with the library, by a loader of its own. */
  public static final class Plugin {

    private Plugin() {}

    /** What is guarded; {@link #body} stands for what it does. */
    public static Single<String> dispatch(String tool) {
      return body();
    }

    public static Single<String> body() {
      return Single.just("ran");
    }

    public static String read(Object result) {
      return ((Single<?>) result).blockingGet().toString();
    }
  }

  @Test
  void usesTheLibraryOfTheGuardedClassAndReleasesIt() throws Exception {
    GuardedCalls calls =
        GuardedCalls.of(
            Plugin.class,
            "sentinel: {targets: [{name: t, kind: tool, type: TYPE, method: dispatch, tool: arg0,"
                + " session: global}]}");

    List<String> results = new ArrayList<>();
    WeakReference<ClassLoader> loader = callInPlugin(calls, results);

    assertThat(results.subList(0, 3)).containsOnly("ran");
    assertThat(results.get(3)).startsWith("loop-detected");
    try {
      assertCollected(loader);
    } finally {
      Reference.reachabilityFence(calls);
    }
  }

  private static WeakReference<ClassLoader> callInPlugin(GuardedCalls calls, List<String> results)
      throws Exception {
    URL[] files = {locationOf(Plugin.class), locationOf(Single.class), locationOf(Publisher.class)};
    try (URLClassLoader loader = new URLClassLoader(files, ClassLoader.getPlatformClassLoader())) {
      Class<?> plugin = loader.loadClass(Plugin.class.getName());
      Method body = plugin.getMethod("body");
      Method read = plugin.getMethod("read", Object.class);
      Guard guard = calls.guard(plugin, "dispatch");
      for (int i = 0; i < 4; i++) {
        Object result = guard.call(() -> body.invoke(null), "search");
        results.add((String) read.invoke(null, result));
      }
      return new WeakReference<>(loader);
    }
  }

  private static URL locationOf(Class<?> type) {
    return type.getProtectionDomain().getCodeSource().getLocation();
  }

  private static void assertCollected(WeakReference<ClassLoader> loader) {
    long deadline = System.nanoTime() + Duration.ofSeconds(60).toNanos();
    while (loader.get() != null && System.nanoTime() < deadline) {
      System.gc();
      Thread.onSpinWait();
    }
    assertThat(loader.get()).isNull();
  }
}
