package io.loopsentinel.build;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.function.BiFunction;
import java.util.function.DoubleSupplier;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.IntPredicate;
import java.util.function.IntUnaryOperator;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import java.util.function.ToIntFunction;
import java.util.function.ToLongFunction;
import java.util.function.UnaryOperator;

/** What javac can write with a lambda or a method reference; {@link #get} runs it all. */
@SuppressWarnings("UnnecessaryLambda")
public final class LambdasOfEveryKind extends Base implements Supplier<List<Object>> {

  private final String field = "field";

  /** A functional interface with a bridge, since it says more of its type. */
  interface Shout extends Function<String, String> {
    @Override
    String apply(String word);
  }

  /** Has a method of its own that is implemented already. */
  interface Greeting {
    String of(String name);

    default Greeting twice() {
      return name -> of(of(name));
    }

    private String quietly(String name) {
      return "(" + name + ")";
    }

    default UnaryOperator<String> quiet() {
      return this::quietly;
    }
  }

  interface Marker {}

  record Pair<A, B>(A left, B right) {}

  private static final class Nested {
    private final long number;

    private Nested(long number) {
      this.number = number;
    }

    private LongSupplier next() {
      return () -> number + 1;
    }
  }

  @Override
  public List<Object> get() {
    List<Object> results = new ArrayList<>();
    results.addAll(withoutCapture());
    results.addAll(withCapture((byte) 1, 'c', 3L, 4.5, 6.5f, true));
    results.addAll(references());
    results.addAll(conversions());
    results.addAll(interfaces());
    results.add(sameObjectEachTime() && otherObjectEachTime(results));
    return results;
  }

  private static List<Object> withoutCapture() {
    Supplier<String> text = () -> "text";
    IntUnaryOperator negated = i -> -i;
    IntPredicate even = i -> i % 2 == 0;
    Runnable nothing = () -> {};
    nothing.run();
    return List.of(text.get(), negated.applyAsInt(2), even.test(2));
  }

  private List<Object> withCapture(byte b, char c, long l, double d, float f, boolean z) {
    String local = "local";
    Supplier<String> all = () -> local + field + b + c + l + d + f + z;
    Function<Object, String> more = o -> o + all.get();
    DoubleSupplier sum = () -> l + d + b;
    return List.of(
        all.get(), more.apply("more"), sum.getAsDouble(), new Nested(41).next().getAsLong());
  }

  private List<Object> references() {
    Function<String, Integer> length = String::length;
    ToIntFunction<String> unboxed = String::length;
    BiFunction<String, String, String> concat = String::concat;
    UnaryOperator<String> bound = "bound "::concat;
    Supplier<List<String>> constructor = ArrayList::new;
    Function<Integer, List<String>> withSize = ArrayList::new;
    IntFunction<int[]> array = int[]::new;
    Function<Object, String> valueOf = String::valueOf;
    Supplier<String> inherited = super::greet;
    Supplier<String> own = this::greet;
    BiFunction<Long, Integer, Nested> nested = (x, y) -> new Nested(x + y);
    Comparator<Pair<String, Integer>> order = Comparator.comparing(Pair::right);
    TreeMap<String, List<String>> grouped = new TreeMap<>();
    grouped.computeIfAbsent("key", key -> new ArrayList<>()).add("value");
    List<String> built = constructor.get();
    built.add("built");
    return List.of(
        length.apply("four"),
        unboxed.applyAsInt("four"),
        concat.apply("a", "b"),
        bound.apply("text"),
        built,
        withSize.apply(3),
        array.apply(3).length,
        valueOf.apply(1),
        inherited.get(),
        own.get(),
        nested.apply(1L, 2).number,
        order.compare(new Pair<>("x", 1), new Pair<>("y", 2)),
        grouped);
  }

  private static List<Object> conversions() {
    Function<Integer, Long> widened = Integer::longValue;
    ToLongFunction<Integer> toLong = Integer::intValue;
    ToDoubleFunction<Integer> toDouble = i -> i;
    ToDoubleFunction<Character> ofChar = Character::charValue;
    LongSupplier ofInt = "four"::length;
    Function<Long, Long> increment = LambdasOfEveryKind::incremented;
    Function<Integer, Boolean> isEven = LambdasOfEveryKind::isEven;
    Supplier<Object> asObject = "four"::length;
    Callable<Void> none = () -> null;
    Runnable dropped = new ArrayList<>(List.of("four"))::clear;
    Runnable droppedInt = () -> isEven(1);
    Runnable droppedLong = () -> incremented(1);
    dropped.run();
    droppedInt.run();
    droppedLong.run();
    return List.of(
        widened.apply(1),
        toLong.applyAsLong(2),
        toDouble.applyAsDouble(3),
        ofChar.applyAsDouble('a'),
        ofInt.getAsLong(),
        increment.apply(5L),
        isEven.apply(6),
        asObject.get(),
        String.valueOf(result(none)));
  }

  private static List<Object> interfaces() {
    Shout shout = String::toUpperCase;
    Function<String, String> bridged = shout;
    Greeting greeting = name -> "hello " + name;
    Runnable marked = (Runnable & Marker) () -> {};
    Supplier<String> serializable = (Supplier<String> & Serializable) () -> "serializable";
    return List.of(
        shout.apply("loud"),
        bridged.apply("loud"),
        greeting.twice().of("you"),
        greeting.quiet().apply("you"),
        marked instanceof Marker,
        serializable.get(),
        serializable instanceof Serializable);
  }

  private static boolean sameObjectEachTime() {
    List<Object> made = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      Supplier<String> constant = () -> "constant";
      made.add(constant);
    }
    return made.get(0) == made.get(1);
  }

  private static boolean otherObjectEachTime(List<Object> captured) {
    List<Object> made = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      Supplier<Integer> capturing = captured::size;
      made.add(capturing);
    }
    return made.get(0) != made.get(1);
  }

  @Override
  protected String greet() {
    return "own";
  }

  private static long incremented(long number) {
    return number + 1;
  }

  private static boolean isEven(int number) {
    return number % 2 == 0;
  }

  private static Object result(Callable<?> callable) {
    try {
      return callable.call() == null ? "null" : "value";
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }
}

/** What a reference to the method of a superclass is to. */
class Base {
  protected String greet() {
    return "inherited";
  }
}
