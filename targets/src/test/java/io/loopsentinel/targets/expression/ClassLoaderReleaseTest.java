package io.loopsentinel.targets.expression;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.ref.Reference;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ClassLoaderReleaseTest {

  /** Loaded once more by a loader of its own. */
  @SuppressWarnings("unused") // linked against
  public static class Plugin {
    private final String name = "plugin";

    Object call(Object argument) {
      return argument;
    }

    String named(String suffix) {
      return name + suffix;
    }

    static Plugin create() {
      return new Plugin();
    }
  }

  @Test
  void releasesTheRunTimeClassesOfAnExpressionThatLivesOn() throws Throwable {
    // given
    GuardedCall call = GuardedCall.withObject("");
    LinkedExpression property = call.link("arg0.name");
    LinkedExpression method = call.link("arg0.named('!')");

    // when
    WeakReference<ClassLoader> loader = evaluateOnPlugin(property, method);

    // then
    try {
      assertCollected(loader);
    } finally {
      Reference.reachabilityFence(property);
      Reference.reachabilityFence(method);
    }
  }

  @Test
  void releasesTheGuardedClassThoughItsExpressionReadClassesThatLiveOn() throws Throwable {
    assertCollected(linkInPlugin());
  }

  private static WeakReference<ClassLoader> evaluateOnPlugin(
      LinkedExpression property, LinkedExpression method) throws Throwable {
    OwnClassLoader loader = pluginLoader();
    Object plugin = loader.newInstance(Plugin.class);
    GuardedCall call = GuardedCall.withObject(plugin);

    assertThat(plugin.getClass()).isNotEqualTo(Plugin.class);
    assertThat(property.evaluate(call)).isEqualTo("plugin");
    assertThat(method.evaluate(call)).isEqualTo("plugin!");
    return new WeakReference<>(loader);
  }

  private static WeakReference<ClassLoader> linkInPlugin() throws Throwable {
    OwnClassLoader loader = pluginLoader();
    Class<?> type = loader.newInstance(Plugin.class).getClass();
    GuardedCall call = GuardedCall.of(type, "call", "text");

    assertThat(call.evaluate("arg0.length()")).isEqualTo(4);
    assertThat(call.evaluate("arg0.indexOf('x')")).isEqualTo(2);
    assertThat(call.evaluate(Plugin.class.getName() + "::create().name")).isEqualTo("plugin");
    return new WeakReference<>(loader);
  }

  private static OwnClassLoader pluginLoader() {
    return new OwnClassLoader(Set.of(Plugin.class.getName()), Set.of());
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
