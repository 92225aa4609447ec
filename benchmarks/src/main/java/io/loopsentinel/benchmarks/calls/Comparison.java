package io.loopsentinel.benchmarks.calls;

import static io.loopsentinel.benchmarks.guarded.ArgumentsKind.MAP;

import io.loopsentinel.benchmarks.guarded.ArgumentsKind;
import io.loopsentinel.benchmarks.guarded.ResultKind;
import io.loopsentinel.benchmarks.report.Goal;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Two variants that are compared in every round.
 *
 * @param what is compared, for tables
 */
record Comparison(String what, Measure measure, Variant first, Variant second, Goal goal) {

  /** An array of three references, which hands the arguments to the agent. */
  private static final int ARGUMENT_ARRAY = 32;

  /** Nanoseconds and bytes that a whole guarded call may take. */
  private static final Goal CALL = Goal.atMost(4_000);

  private static final Goal ALLOCATED = Goal.atMost(4 << 10);

  private static final Goal LONG = Goal.atMost(150_000);

  /** Nanoseconds that a call with a longer result may take. */
  private static final Map<ResultKind, Goal> BY_RESULT =
      new EnumMap<>(
          Map.of(
              ResultKind.JSON_2K, Goal.atMost(12_000),
              ResultKind.JSON_64K, LONG,
              ResultKind.LINES, LONG,
              ResultKind.LOG, LONG));

  /** In what two variants are compared. */
  enum Measure {
    RATIO("times") {
      @Override
      double of(Measurement first, Measurement second) {
        return first.nanoseconds() / second.nanoseconds();
      }
    },
    DIFFERENCE("ns more") {
      @Override
      double of(Measurement first, Measurement second) {
        return first.nanoseconds() - second.nanoseconds();
      }
    },
    ALLOCATION("bytes more") {
      @Override
      double of(Measurement first, Measurement second) {
        return first.bytes() - second.bytes() - ARGUMENT_ARRAY;
      }
    };

    private final String unit;

    Measure(String unit) {
      this.unit = unit;
    }

    abstract double of(Measurement first, Measurement second);

    String unit() {
      return unit;
    }
  }

  /**
   * Returns all that is compared.
   *
   * @param withBefore whether there is a jar of the commit before the rebuild on libraries
   */
  static List<Comparison> all(boolean withBefore) {
    List<Comparison> all = new ArrayList<>();
    for (ArgumentsKind arguments : ArgumentsKind.values()) {
      all.addAll(letThrough(arguments));
      if (withBefore) {
        all.add(overBefore(arguments, ResultKind.SENTENCE));
      }
    }
    Variant main = Variant.of(Subject.LET_THROUGH, MAP);
    Variant bare = Variant.of(Subject.BARE, MAP);
    all.add(more("let through over bare, map", main, bare, CALL));
    BY_RESULT.forEach(
        (result, goal) -> {
          Variant call = Variant.of(Subject.LET_THROUGH, MAP, result);
          all.add(more("let through over bare, map, " + name(result), call, bare, goal));
          if (withBefore) {
            all.add(overBefore(MAP, result));
          }
        });
    for (ResultKind result : List.of(ResultKind.NONE, ResultKind.SHORT)) {
      Variant call = Variant.of(Subject.LET_THROUGH, MAP, result);
      all.add(ratio("let through over sha256, map, " + name(result), call, sha256(), Goal.none()));
      all.add(allocation("map, " + name(result), call, bare));
    }
    all.add(ratio("hint over let through", of(Subject.HINT), main, Goal.atMost(3)));
    all.add(more("exempt over bare", of(Subject.EXEMPT), bare, Goal.atMost(300)));
    all.add(more("disabled over bare", of(Subject.DISABLED), bare, Goal.atMost(20)));
    all.add(more("empty Byteman over bare", of(Subject.BYTEMAN_EMPTY), bare, Goal.none()));
    all.add(more("empty AspectJ over bare", of(Subject.ASPECTJ_EMPTY), bare, Goal.none()));
    all.add(ratio("Byteman and (a) over let through", of(Subject.BYTEMAN), main, Goal.none()));
    all.add(ratio("AspectJ and (a) over let through", of(Subject.ASPECTJ), main, Goal.none()));
    Variant off = of(Subject.SINKS_OFF);
    all.add(ratio("all sinks over no sink", of(Subject.SINKS_ON), off, Goal.atMost(1.1)));
    all.add(
        ratio("all sinks and calls over no sink", of(Subject.SINKS_AND_CALLS), off, Goal.none()));
    all.add(
        ratio(
            "page and counters over no sink",
            of(Subject.PAGE_AND_COUNTERS),
            off,
            Goal.atMost(1.2)));
    all.add(
        ratio(
            "page, counters and spans over no sink",
            of(Subject.PAGE_COUNTERS_AND_SPANS),
            off,
            Goal.atMost(1.2)));
    return all;
  }

  /** Returns the measurements that the comparisons need, each once. */
  static List<Variant> variants(Collection<Comparison> comparisons) {
    return comparisons.stream()
        .flatMap(comparison -> Stream.of(comparison.first(), comparison.second()))
        .distinct()
        .toList();
  }

  private static List<Comparison> letThrough(ArgumentsKind arguments) {
    Variant call = Variant.of(Subject.LET_THROUGH, arguments);
    Variant bare = Variant.of(Subject.BARE, arguments);
    Variant peer = Variant.of(Subject.HAND_WRITTEN, arguments);
    Variant digest = Variant.sha256(arguments);
    String name = name(arguments);
    return List.of(
        ratio("let through over sha256 (b), " + name, call, digest, Goal.none()),
        ratio("hand-written (a) over let through, " + name, peer, call, Goal.none()),
        allocation(name, call, bare));
  }

  private static Comparison overBefore(ArgumentsKind arguments, ResultKind result) {
    return ratio(
        "let through over the jar before, " + name(arguments) + ", " + name(result),
        Variant.of(Subject.LET_THROUGH, arguments, result),
        Variant.of(Subject.BEFORE, arguments, result),
        arguments == ArgumentsKind.TEXT_64K ? Goal.atMost(3) : Goal.none());
  }

  private static Variant of(Subject subject) {
    return Variant.of(subject, MAP);
  }

  private static Variant sha256() {
    return Variant.sha256(MAP);
  }

  private static Comparison ratio(String what, Variant first, Variant second, Goal goal) {
    return new Comparison(what, Measure.RATIO, first, second, goal);
  }

  private static Comparison more(String what, Variant first, Variant second, Goal goal) {
    return new Comparison(what, Measure.DIFFERENCE, first, second, goal);
  }

  private static Comparison allocation(String name, Variant first, Variant second) {
    String what = "let through allocates beyond the argument array, " + name;
    return new Comparison(what, Measure.ALLOCATION, first, second, ALLOCATED);
  }

  private static String name(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }
}
