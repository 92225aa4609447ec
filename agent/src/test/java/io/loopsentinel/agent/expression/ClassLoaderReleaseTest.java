package io.loopsentinel.agent.expression;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.lang.ref.Reference;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.Objects;
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

  /** Defines {@link Plugin} itself and leaves the rest to its parent. */
  private static final class PluginLoader extends ClassLoader {

    PluginLoader() {
      super(ClassLoaderReleaseTest.class.getClassLoader());
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      if (!name.equals(Plugin.class.getName()) || findLoadedClass(name) != null) {
        return super.loadClass(name, resolve);
      }
      try (InputStream file =
          Objects.requireNonNull(getResourceAsStream(name.replace('.', '/') + ".class"))) {
        byte[] bytes = file.readAllBytes();
        return defineClass(name, bytes, 0, bytes.length);
      } catch (IOException broken) {
        throw new ClassNotFoundException(name, broken);
      }
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
    ClassLoader loader = new PluginLoader();
    Object plugin = newPlugin(loader);
    GuardedCall call = GuardedCall.withObject(plugin);

    assertThat(plugin.getClass()).isNotEqualTo(Plugin.class);
    assertThat(property.evaluate(call)).isEqualTo("plugin");
    assertThat(method.evaluate(call)).isEqualTo("plugin!");
    return new WeakReference<>(loader);
  }

  private static WeakReference<ClassLoader> linkInPlugin() throws Throwable {
    ClassLoader loader = new PluginLoader();
    Class<?> type = newPlugin(loader).getClass();
    GuardedCall call = GuardedCall.of(type, "call", "text");

    assertThat(call.evaluate("arg0.length()")).isEqualTo(4);
    assertThat(call.evaluate("arg0.indexOf('x')")).isEqualTo(2);
    assertThat(call.evaluate(Plugin.class.getName() + "::create().name")).isEqualTo("plugin");
    return new WeakReference<>(loader);
  }

  private static Object newPlugin(ClassLoader loader) throws ReflectiveOperationException {
    return loader.loadClass(Plugin.class.getName()).getConstructor().newInstance();
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
