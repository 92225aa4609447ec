package io.loopsentinel.agent.guard;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;

/** What is kept for objects as long as they are there. */
class WeakKeysTest {

  private final WeakKeys keys = new WeakKeys();
  private final Map<Object, String> map = new ConcurrentHashMap<>();

  @Test
  void keepsTheValueThatCameFirst() {
    Object object = new Object();

    assertThat(map.putIfAbsent(keys.of(object), "first")).isNull();
    assertThat(map.putIfAbsent(keys.of(object), "second")).isEqualTo("first");

    assertThat(map.get(keys.of(object))).isEqualTo("first");
    assertThat(map.get(keys.of(new Object()))).isNull();
  }

  @Test
  void tellsObjectsApartThatAreEqual() {
    String one = new String("equal");
    String other = new String("equal");

    map.putIfAbsent(keys.of(one), "one");
    map.putIfAbsent(keys.of(other), "other");

    assertThat(map.get(keys.of(one))).isEqualTo("one");
    assertThat(map.get(keys.of(other))).isEqualTo("other");
  }

  @Test
  void callsNoMethodOfAnObject() {
    Object object =
        new Object() {
          @Override
          public boolean equals(Object other) {
            throw new AssertionError();
          }

          @Override
          public int hashCode() {
            throw new AssertionError();
          }
        };

    map.putIfAbsent(keys.of(object), "value");

    assertThat(map.get(keys.of(object))).isEqualTo("value");
    assertThat(map.remove(keys.of(object), "value")).isTrue();
  }

  @Test
  void keepsNoObjectAndNoValueOfOneThatIsGone() {
    map.putIfAbsent(keys.of(new Object()), "value");
    assertThat(map).isNotEmpty();

    for (int i = 0; i < 1000 && !map.isEmpty(); i++) {
      System.gc();
      keys.removeCollected(map);
    }

    assertThat(map).isEmpty();
  }
}
