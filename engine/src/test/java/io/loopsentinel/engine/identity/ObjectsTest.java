package io.loopsentinel.engine.identity;

import static io.loopsentinel.engine.identity.Canonical.canonical;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ObjectsTest {

  private final Object outside = List.of("not part of the value");
  private static final AtomicInteger CALLS = new AtomicInteger();

  static class Base {
    final int id = 1;
    static final int CONSTANT = 5;
  }

  static class Request extends Base {
    private final String url;
    transient int cachedHash;
    int memoizedSize;

    Request(String url) {
      this.url = url;
    }

    public String getUrl() {
      CALLS.incrementAndGet();
      return url;
    }

    @Override
    public int hashCode() {
      CALLS.incrementAndGet();
      return ++cachedHash;
    }

    @Override
    public boolean equals(@Nullable Object other) {
      CALLS.incrementAndGet();
      return this == other;
    }

    @Override
    public String toString() {
      CALLS.incrementAndGet();
      return "request " + ++memoizedSize;
    }
  }

  record Sneaky(int value) {
    @Override
    public int value() {
      return CALLS.incrementAndGet();
    }
  }

  class Inner {
    final int n = 3;

    Object outside() {
      return outside;
    }
  }

  static class Empty {}

  record Nothing() {}

  interface Shape {}

  record Circle(int size) implements Shape {}

  record Square(int size) implements Shape {}

  @Test
  void anObjectCountsByItsFieldsThoseOfItsSuperclassesIncluded() {
    assertThat(canonical(new Request("http://a"))).isEqualTo("{\"id\":1,\"url\":\"http://a\"}");
  }

  @Test
  void noMethodOfAnUnknownObjectIsCalled() {
    CALLS.set(0);

    String canonical = canonical(List.of(new Request("u"), Optional.of(new Sneaky(4))));

    assertThat(canonical).endsWith("{\"id\":1,\"url\":\"u\"},{\"value\":4}]");
    assertThat(CALLS).hasValue(0);
  }

  @Test
  void equalObjectsAreOneWhateverTheirIdentityAndCaches() {
    Request used = new Request("u");
    int hash = used.hashCode();
    String text = used.toString();

    assertThat(canonical(used)).isEqualTo(canonical(new Request("u")));
    assertThat(hash).isEqualTo(1);
    assertThat(text).isEqualTo("request 1");
  }

  @Test
  void theObjectAroundAnInnerOneDoesNotCount() {
    Inner inner = new Inner();

    assertThat(inner.outside()).isSameAs(outside);
    assertThat(canonical(inner)).isEqualTo("{\"n\":3}");
  }

  @Test
  void anObjectWithoutFieldsCountsByItsClass() {
    assertThat(canonical(new Empty()))
        .isEqualTo("io.loopsentinel.engine.identity.ObjectsTest$Empty{}");
  }

  @Test
  void aRecordWithoutComponentsIsNoArguments() {
    assertThat(canonical(new Nothing())).isEqualTo("{}");
  }

  @Test
  void siblingsWithEqualFieldsAreDifferent() {
    assertThat(canonical(Map.of("shape", new Circle(1))))
        .isNotEqualTo(canonical(Map.of("shape", new Square(1))));
  }

  @Test
  void theClassOfTheArgumentsThemselvesDoesNotCount() {
    assertThat(canonical(new Circle(1))).isEqualTo("{\"size\":1}");
  }

  @Test
  void anObjectWhoseFieldsAreClosedCountsByItsClass() {
    String canonical = canonical(List.of(new BitSet(3)));

    assertThat(canonical)
        .isEqualTo("[java.util.BitSet{…}]")
        .isEqualTo(canonical(List.of(new BitSet(3))));
  }

  @Test
  void aLambdaCountsByTheClassThatMadeIt() {
    Supplier<String> first = () -> "a";
    Supplier<String> second = () -> "b";

    assertThat(canonical(List.of(first)))
        .isEqualTo("[io.loopsentinel.engine.identity.ObjectsTest$$Lambda]")
        .isEqualTo(canonical(List.of(second)));
  }

  @Test
  void locksAndThreadsCountByTheirClass() {
    ReentrantLock held = new ReentrantLock();
    held.lock();

    assertThat(canonical(List.of(held, Thread.currentThread())))
        .isEqualTo(canonical(List.of(new ReentrantLock(), new Thread("other"))));
  }

  @Test
  void streamsAndIteratorsAreNotConsumed() {
    Stream<Integer> stream = Stream.of(1, 2);
    Iterator<Integer> iterator = List.of(1, 2).iterator();
    Iterable<Integer> once = () -> iterator;

    String canonical = canonical(Map.of("s", stream, "i", iterator, "o", once));

    assertThat(canonical).isNotEmpty();
    assertThat(stream).containsExactly(1, 2);
    assertThat(once).containsExactly(1, 2);
  }

  @Test
  void exceptionsCountByClassAndMessage() {
    assertThat(canonical(List.of(new IllegalStateException("a"))))
        .isEqualTo(canonical(List.of(new IllegalStateException("a", new RuntimeException()))))
        .contains("IllegalStateException");
  }

  @Test
  void theFieldsOfAClassAreLookedUpOnce() {
    List<Class<?>> lookedUp = new ArrayList<>();
    FieldAccess open = FieldAccess.toOpenPackages();
    Fingerprinter fingerprinter =
        new Fingerprinter(
            type -> {
              lookedUp.add(type);
              return open.lookupIn(type);
            });

    fingerprinter.identify("t", new Request("a"), IdentityRule.ALL_ARGUMENTS).fingerprint();
    fingerprinter.identify("t", new Request("b"), IdentityRule.ALL_ARGUMENTS).fingerprint();

    assertThat(lookedUp).containsExactly(Request.class, Base.class);
  }

  @Test
  void whereAccessIsRefusedTheClassCounts() {
    Fingerprinter fingerprinter =
        new Fingerprinter(
            type -> {
              throw new IllegalAccessException("refused on purpose");
            });

    Fingerprint one =
        fingerprinter.identify("t", new Circle(1), IdentityRule.ALL_ARGUMENTS).fingerprint();
    Fingerprint two =
        fingerprinter.identify("t", new Circle(2), IdentityRule.ALL_ARGUMENTS).fingerprint();
    Fingerprint other =
        fingerprinter.identify("t", new Square(1), IdentityRule.ALL_ARGUMENTS).fingerprint();

    assertThat(one).isEqualTo(two).isNotEqualTo(other);
  }
}
