package io.loopsentinel.engine.identity;

import static io.loopsentinel.engine.identity.Canonical.canonical;
import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.LongBuffer;
import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Arguments beyond a bound equal no others, and those within it equal what is the same. */
@Tag("slow")
class ComparableArgumentsTest {

  private static final int DEEPER_THAN_ANY_STACK = 1_000_000;

  private final Fingerprinter fingerprinter = new Fingerprinter(FieldAccess.toOpenPackages());

  static Stream<Arguments> tooMuch() {
    Map<Integer, Integer> million = new HashMap<>();
    for (int i = 0; i < 1_000_000; i++) {
      million.put(i, i);
    }
    return Stream.of(
        Arguments.of("a map of a million members", million),
        Arguments.of("a map without end", endlessMap()),
        Arguments.of("a whole number of a megabyte", BigInteger.ONE.shiftLeft(8 << 20)),
        Arguments.of(
            "a decimal of a megabyte", new BigDecimal(BigInteger.ONE.shiftLeft(8 << 20), 1)),
        Arguments.of("a key of a megabyte", Map.of(BigInteger.ONE.shiftLeft(8 << 20), 1)),
        Arguments.of("a text of fifty megabytes", "x".repeat(50 << 20)),
        Arguments.of("a text in a map", Map.of("text", "x".repeat(50 << 20))),
        Arguments.of("bytes", new byte[50 << 20]),
        Arguments.of("a million elements", Arrays.asList(new Object[1_000_000])),
        Arguments.of("text that is deep", "[".repeat(100) + "]".repeat(100)),
        Arguments.of("a buffer that cannot be read", List.of(LongBuffer.allocate(1))));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("tooMuch")
  void equalNoOthersBeyondABound(String what, Object arguments) {
    CallIdentity first = identify(arguments);
    CallIdentity second = identify(arguments);

    assertThat(first.comparable()).as(what).isFalse();
    assertThat(first.fingerprint()).isNotEqualTo(second.fingerprint());
  }

  @Test
  void areComparableWithinAllBounds() {
    CallIdentity first = identify("{\"a\": [1, {\"b\": null}]}");

    assertThat(first.comparable()).isTrue();
    assertThat(first).isEqualTo(identify(Map.of("a", Arrays.asList(1, nullAt("b")))));
  }

  @Test
  void areATextAsItStandsWhereANumberInItHasMoreThanFiveThousandDigits() {
    String most = "9".repeat(4_900);
    String tooMany = "9".repeat(5_001);

    assertThat(identify("[" + most + "]")).isEqualTo(identify("[ " + most + "]"));
    assertThat(identify("[" + tooMany + "]")).isNotEqualTo(identify("[ " + tooMany + "]"));
    assertThat(identify("[" + tooMany + "]")).isEqualTo(identify("[" + tooMany + "]"));
  }

  @Test
  void differWhereTheyDifferBelowTheDeepestLevelOnly() {
    Object one = nested(80, 1);
    Object two = nested(80, 2);

    assertThat(identify(one).fingerprint()).isNotEqualTo(identify(two).fingerprint());
  }

  /** At each depth of the stack, up from its end, where reading fails at any place. */
  @Test
  void areNeverTakenForOthersAtTheEndOfTheStack() throws InterruptedException {
    AtomicInteger compared = new AtomicInteger();
    AtomicInteger wronglyEqual = new AtomicInteger();
    Thread thread =
        new Thread(
            null,
            () -> compareAtEachDepth(DEEPER_THAN_ANY_STACK, compared, wronglyEqual),
            "small stack",
            512 << 10);

    thread.start();
    thread.join();

    assertThat(compared.get()).isPositive();
    assertThat(wronglyEqual).hasValue(0);
  }

  private void compareAtEachDepth(int depth, AtomicInteger compared, AtomicInteger wronglyEqual) {
    if (depth == 0) {
      return;
    }
    try {
      compareAtEachDepth(depth - 1, compared, wronglyEqual);
      if (compared.get() < 400) {
        Fingerprint one = identify(Map.of("a", Map.of("b", 0))).fingerprint();
        Fingerprint two = identify("{\"a\":{\"b\":1}}").fingerprint();
        compared.incrementAndGet();
        wronglyEqual.addAndGet(one.equals(two) ? 1 : 0);
      }
    } catch (StackOverflowError e) {
      return; // The caller has a little more of the stack.
    }
  }

  @Test
  void areTheSameWhateverTheOrderOfASetOfContainers() {
    Set<Object> oneWay = new LinkedHashSet<>(List.of(List.of(1), List.of(2), Map.of("a", 1)));
    Set<Object> otherWay = new LinkedHashSet<>(List.of(Map.of("a", 1), List.of(2), List.of(1)));

    assertThat(canonical(Map.of("s", oneWay)))
        .isEqualTo(canonical(Map.of("s", otherWay)))
        .isEqualTo("{\"s\":[[1],[2],{\"a\":1}]}");
  }

  @Test
  void areTheBytesThatAreLeftInABuffer() {
    ByteBuffer direct = ByteBuffer.allocateDirect(3).put(new byte[] {9, 1, 2}).position(1);

    assertThat(canonical(List.of(direct)))
        .isEqualTo("[[1,2]]")
        .isEqualTo(canonical(List.of(ByteBuffer.wrap(new byte[] {1, 2}))));
    assertThat(direct.remaining()).isEqualTo(2);
  }

  @Test
  void hideWhatIsRedactedInKeysThatAreMapsToo() {
    Map<String, String> key = Map.of("user", "ada", "token", "secret");
    Map<Object, Object> arguments = Map.of("calls", Map.of(key, 1));

    String shown =
        CanonicalJson.render(
            arguments, IdentityRule.of(List.of("**.token"), List.of(), Normalisation.NONE), 200);

    assertThat(shown).contains("ada").doesNotContain("secret").doesNotContain("token");
  }

  private CallIdentity identify(@Nullable Object arguments) {
    return fingerprinter.identify("tool", arguments, IdentityRule.ALL_ARGUMENTS);
  }

  private static Map<String, @Nullable Object> nullAt(String name) {
    Map<String, @Nullable Object> map = new HashMap<>();
    map.put(name, null);
    return map;
  }

  private static Object nested(int depth, int innermost) {
    Object value = innermost;
    for (int i = 0; i < depth; i++) {
      value = List.of(value);
    }
    return value;
  }

  private static Map<String, Object> endlessMap() {
    return new AbstractMap<>() {
      @Override
      public void forEach(BiConsumer<? super String, ? super Object> action) {
        throw new AssertionError("never ends");
      }

      @Override
      public Set<Entry<String, Object>> entrySet() {
        return new AbstractSet<>() {
          @Override
          public Iterator<Entry<String, Object>> iterator() {
            return Stream.generate(() -> Map.<String, Object>entry("a", 1)).iterator();
          }

          @Override
          public int size() {
            return Integer.MAX_VALUE;
          }
        };
      }
    };
  }
}
