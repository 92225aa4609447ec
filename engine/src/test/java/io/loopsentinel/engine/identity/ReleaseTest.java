package io.loopsentinel.engine.identity;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.ref.WeakReference;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ReleaseTest {

  private final Fingerprinter fingerprinter = new Fingerprinter(FieldAccess.toOpenPackages());

  /** Loaded a second time, by a loader of its own. */
  public static final class Arguments {
    public final List<String> words = List.of("a", "b");
  }

  @Test
  void keepsNothingOfTheArguments() {
    Map<String, Object> arguments = new HashMap<>();
    for (int i = 0; i < 100; i++) {
      arguments.put("k" + i, new int[] {i});
    }
    fingerprint(arguments);
    WeakReference<Object> content = new WeakReference<>(arguments.get("k1"));
    WeakReference<Object> map = new WeakReference<>(arguments);
    arguments = Map.of();

    assertThat(isCollected(map)).isTrue();
    assertThat(isCollected(content)).isTrue();
    assertThat(arguments).isEmpty();
  }

  @Test
  void keepsNoTextOfTheArguments() {
    String text = new String(new char[] {'[', '1', ',', '"', 'é', '"', ']'});
    fingerprint(text);
    WeakReference<Object> reference = new WeakReference<>(text);
    text = "";

    assertThat(isCollected(reference)).isTrue();
    assertThat(text).isEmpty();
  }

  @Test
  void keepsNoClassLoaderAlive() throws Exception {
    WeakReference<Object> loader = fingerprintInALoaderOfItsOwn();

    assertThat(isCollected(loader)).isTrue();
  }

  private WeakReference<Object> fingerprintInALoaderOfItsOwn() throws Exception {
    URL classes = Arguments.class.getProtectionDomain().getCodeSource().getLocation();
    try (URLClassLoader loader =
        new URLClassLoader(new URL[] {classes}, ClassLoader.getPlatformClassLoader())) {
      Class<?> type = loader.loadClass(Arguments.class.getName());
      Object arguments = type.getConstructor().newInstance();

      assertThat(type).isNotEqualTo(Arguments.class);
      assertThat(fingerprint(arguments)).isEqualTo(fingerprint("{\"words\":[\"a\",\"b\"]}"));
      return new WeakReference<>(loader);
    }
  }

  private Fingerprint fingerprint(@Nullable Object arguments) {
    return fingerprinter.identify("t", arguments, IdentityRule.ALL_ARGUMENTS).fingerprint();
  }

  private static boolean isCollected(WeakReference<Object> reference) {
    for (int i = 0; i < 1_000 && reference.get() != null; i++) {
      System.gc();
    }
    return reference.get() == null;
  }
}
