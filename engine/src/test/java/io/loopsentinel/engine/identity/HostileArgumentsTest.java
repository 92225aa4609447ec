package io.loopsentinel.engine.identity;

import static io.loopsentinel.engine.identity.Canonical.canonical;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.AbstractList;
import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.ArrayList;
import java.util.ConcurrentModificationException;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class HostileArgumentsTest {

  static class Node {
    @Nullable Object left;
    @Nullable Object right;
  }

  @Test
  void aCycleEndsAtSixtyFourContainers() {
    List<Object> list = new ArrayList<>();
    list.add(list);

    assertThat(canonical(list)).isEqualTo("[".repeat(64) + "[…]" + "]".repeat(64));
  }

  @Test
  void aMapIsCutAtTheSameDepthAsItsText() {
    Object map = Map.of();
    String text = "{}";
    for (int i = 0; i < 80; i++) {
      map = Map.of("a", map);
      text = "{\"a\":" + text + "}";
    }

    assertThat(canonical(map)).isEqualTo(canonical(text)).contains("{…}").hasSize(64 * 6 + 3);
  }

  @Test
  void sixtyFourContainersAreReadWhole() {
    String text = "[".repeat(64) + "1" + "]".repeat(64);

    assertThat(canonical(text)).isEqualTo(text);
  }

  @Test
  void aGraphWhosePartsAllReferToEachOtherEndsSoon() {
    List<Object> list = new ArrayList<>();
    Map<String, Object> map = new HashMap<>();
    Node node = new Node();
    node.left = map;
    node.right = list;
    for (int i = 0; i < 10; i++) {
      list.add(list);
      list.add(map);
      list.add(node);
      map.put("k" + i, list);
    }

    assertThat(canonical(list)).hasSizeLessThan(20 << 20).isEqualTo(canonical(list));
  }

  @Test
  void aReferenceToItselfIsNull() {
    AtomicReference<Object> reference = new AtomicReference<>();
    reference.set(reference);

    assertThat(canonical(List.of(reference))).isEqualTo("[null]");
    assertThat(canonical(reference)).isEqualTo("{}");
  }

  @Test
  void aMapThatIsItsOwnKeyEnds() {
    IdentityHashMap<Object, Object> map = new IdentityHashMap<>();
    map.put(map, map);

    assertThat(canonical(map)).hasSizeLessThan(20 << 20);
  }

  @Test
  void aMillionBracketsAreRead() {
    String deep = "[".repeat(1_000_000) + "]".repeat(1_000_000);

    assertThat(canonical(deep)).isEqualTo("[".repeat(64) + "[…]" + "]".repeat(64));
    assertThat(canonical("[".repeat(1_000_000))).startsWith("\"[[[");
  }

  @Test
  void aTextOfTooManyValuesIsComparedAsText() {
    String many = "[" + "1,".repeat(3_000_000) + "1]";

    assertThat(canonical(many)).isEqualTo("\"" + many + "\"");
  }

  @Test
  void aMapThatChangesMeanwhileIsReadAgain() {
    AtomicInteger attempts = new AtomicInteger();
    Map<String, Object> changing = failingMap(Map.of("a", 1), attempts, 2);

    assertThat(canonical(changing)).isEqualTo("{\"a\":1}");
    assertThat(attempts).hasValue(3);
  }

  @Test
  void aMapThatNeverComesToRestIsAMark() {
    Map<String, Object> changing = failingMap(Map.of("a", 1), new AtomicInteger(), 100);

    assertThat(canonical(Map.of("m", changing, "n", 1))).isEqualTo("{\"m\":{…},\"n\":1}");
  }

  @Test
  void aListThatFailsEndsThere() {
    List<Object> failing =
        new AbstractList<>() {
          @Override
          public Object get(int index) {
            if (index == 2) {
              throw new ConcurrentModificationException();
            }
            return index;
          }

          @Override
          public int size() {
            return 4;
          }
        };

    assertThat(canonical(Map.of("l", failing, "n", 1))).isEqualTo("{\"l\":[0,1…],\"n\":1}");
  }

  @Test
  void aTextThatFailsIsAMark() {
    CharSequence failing =
        new CharSequence() {
          @Override
          public int length() {
            throw new IllegalStateException();
          }

          @Override
          public char charAt(int index) {
            throw new IllegalStateException();
          }

          @Override
          public CharSequence subSequence(int start, int end) {
            throw new IllegalStateException();
          }

          @Override
          public String toString() {
            throw new IllegalStateException();
          }
        };

    assertThat(canonical(List.of(failing, 1)))
        .isEqualTo("[io.loopsentinel.engine.identity.HostileArgumentsTest$2,1]");
    assertThat(canonical(failing))
        .isEqualTo("\"io.loopsentinel.engine.identity.HostileArgumentsTest$2\"");
  }

  @Test
  void anEndlessListEnds() {
    List<Object> endless =
        new AbstractList<>() {
          @Override
          public Object get(int index) {
            return "a";
          }

          @Override
          public int size() {
            return Integer.MAX_VALUE;
          }
        };

    assertThat(canonical(endless)).hasSizeLessThan(20 << 20).endsWith(",…]");
  }

  private static Map<String, Object> failingMap(
      Map<String, Object> content, AtomicInteger attempts, int failures) {
    return new AbstractMap<>() {
      @Override
      public Set<Entry<String, Object>> entrySet() {
        if (attempts.getAndIncrement() < failures) {
          throw new ConcurrentModificationException();
        }
        return content.entrySet();
      }
    };
  }

  @Test
  void theValuesOfASetThatChangesWhileItIsReadAreListedOnce() {
    AtomicInteger attempts = new AtomicInteger();
    Set<Integer> changing =
        new AbstractSet<>() {
          @Override
          public Iterator<Integer> iterator() {
            Stream<Integer> all = Stream.of(1, 2, 3);
            return attempts.getAndIncrement() > 0
                ? all.iterator()
                : all.peek(each -> failAt(3, each)).iterator();
          }

          @Override
          public int size() {
            return 3;
          }
        };

    assertThat(CanonicalJson.values(changing)).containsExactly("1", "2", "3");
  }

  private static void failAt(int last, int each) {
    if (each == last) {
      throw new ConcurrentModificationException();
    }
  }
}
