package io.loopsentinel.agent.guard;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** What is kept for objects as long as they are there. */
class WeakIdentityMapTest {

  private final WeakIdentityMap<String> map = new WeakIdentityMap<>();

  @Test
  void keepsTheValueThatCameFirst() {
    Object object = new Object();

    assertThat(map.putIfAbsent(object, "first")).isNull();
    assertThat(map.putIfAbsent(object, "second")).isEqualTo("first");

    assertThat(map.get(object)).isEqualTo("first");
    assertThat(map.get(new Object())).isNull();
  }

  @Test
  void tellsObjectsApartThatAreEqual() {
    String one = new String("equal");
    String other = new String("equal");

    map.putIfAbsent(one, "one");
    map.putIfAbsent(other, "other");

    assertThat(map.get(one)).isEqualTo("one");
    assertThat(map.get(other)).isEqualTo("other");
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

    map.putIfAbsent(object, "value");

    assertThat(map.get(object)).isEqualTo("value");
    assertThat(map.remove(object, "value")).isTrue();
  }

  @Test
  void changesOnlyWhatIsKnown() {
    Object object = new Object();
    map.putIfAbsent(object, "one");

    assertThat(map.replace(object, "other", "two")).isFalse();
    assertThat(map.replace(object, "one", "two")).isTrue();
    assertThat(map.remove(object, "one")).isFalse();
    assertThat(map.remove(object, "two")).isTrue();

    assertThat(map.isEmpty()).isTrue();
  }

  @Test
  void keepsNoObjectAndNoValueOfOneThatIsGone() {
    map.putIfAbsent(new Object(), "value");
    assertThat(map.isEmpty()).isFalse();

    for (int i = 0; i < 1000 && !map.isEmpty(); i++) {
      System.gc();
      map.get("something else");
    }

    assertThat(map.isEmpty()).isTrue();
  }
}
