package io.loopsentinel.agent.expression;

import static java.util.Comparator.comparingInt;
import static java.util.Comparator.naturalOrder;
import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.toList;

import io.loopsentinel.agent.expression.Conversion.Fit;
import io.loopsentinel.agent.expression.Evaluator.Operand;
import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Chooses among methods or constructors of one name by the arguments of a call. */
final class Overloads {

  /*
   * The choice follows JLS 15.12.2 in a shorter form. What can be called without gathering
   * arguments into a varargs array goes before what cannot. Among those the one whose worst argument
   * fits best is taken (see Conversion.Fit), then the one whose parameters are all more specific
   * than those of every other. Static types are boxed here, so boxing is no step of its own.
   */

  /**
   * What is called.
   *
   * @param parameters the types of the parameters
   * @param spread whether the last parameter takes any number of arguments as an array
   */
  record Choice(Executable executable, List<Class<?>> parameters, boolean spread) {

    Choice(Executable executable, boolean spread) {
      this(executable, List.of(executable.getParameterTypes()), spread);
    }

    /**
     * Returns values as the types of the parameters.
     *
     * @param offset where the call stands in its expression
     * @throws EvaluationException where a value does not fit
     */
    @Nullable Object[] pass(@Nullable Object[] values, int offset) {
      @Nullable Object[] passed = new Object[values.length];
      for (int i = 0; i < values.length; i++) {
        passed[i] = pass(values[i], i, offset);
      }
      if (!spread) {
        return passed;
      }
      int last = parameters.size() - 1;
      Object rest = Array.newInstance(parameter(last), values.length - last);
      for (int i = last; i < values.length; i++) {
        Array.set(rest, i - last, passed[i]);
      }
      @Nullable Object[] gathered = Arrays.copyOf(passed, parameters.size());
      gathered[last] = rest;
      return gathered;
    }

    private @Nullable Object pass(@Nullable Object value, int argument, int offset) {
      Class<?> parameter = parameter(argument);
      if (value == null && !parameter.isPrimitive()) {
        return parameter == Optional.class ? Optional.empty() : null;
      }
      Object passed = value == null ? null : Conversion.convert(value, Conversion.boxed(parameter));
      if (passed == null) {
        throw new EvaluationException(
            "%s cannot be passed as argument %d of %s, a %s"
                .formatted(
                    value == null ? "null" : "a " + value.getClass().getTypeName(),
                    argument + 1,
                    label(executable),
                    parameter.getTypeName()),
            offset,
            false);
      }
      return passed;
    }

    private Class<?> parameter(int argument) {
      int last = parameters.size() - 1;
      return spread && argument >= last
          ? parameters.get(last).getComponentType()
          : parameters.get(argument);
    }

    /** Returns how well the arguments fit: as well as the one that fits worst. */
    private Fit fit(List<Operand> arguments) {
      int count = parameters.size();
      if (spread ? arguments.size() < count - 1 : arguments.size() != count) {
        return Fit.NONE;
      }
      return IntStream.range(0, arguments.size())
          .mapToObj(i -> fit(arguments.get(i), i))
          .max(naturalOrder())
          .orElse(Fit.EXACT);
    }

    private Fit fit(Operand argument, int index) {
      Fit fit = Conversion.fit(argument, parameter(index));
      // Whether an Object is to be the array or an element of it cannot be told; an element is.
      boolean arrayByChance =
          fit == Fit.CHECKED && executable.isVarArgs() && !spread && index == parameters.size() - 1;
      return arrayByChance ? Fit.NONE : fit;
    }

    private boolean isMoreSpecific(Choice other, int arguments) {
      return IntStream.range(0, arguments)
          .allMatch(i -> Conversion.isMoreSpecific(parameter(i), other.parameter(i)));
    }
  }

  private static final int LABELS_SHOWN = 8;

  private Overloads() {}

  /**
   * Chooses one.
   *
   * @param candidates all of one name, at least one
   * @param offset where the name stands
   */
  static Choice choose(List<? extends Executable> candidates, List<Operand> arguments, int offset)
      throws ExpressionException {
    List<Choice> best = best(candidates, false, arguments);
    if (best.isEmpty()) {
      best = best(candidates.stream().filter(Executable::isVarArgs).toList(), true, arguments);
    }
    if (best.isEmpty()) {
      throw new ExpressionException(mismatch(candidates, arguments), offset);
    }
    for (Choice choice : best) {
      if (best.stream().allMatch(other -> choice.isMoreSpecific(other, arguments.size()))) {
        return choice;
      }
    }
    throw new ExpressionException(
        ("the call is ambiguous: %s of %s take these arguments alike;"
                + " pass one whose type only one of them takes")
            .formatted(labels(best.stream().map(Choice::executable), " and "), owner(candidates)),
        offset);
  }

  /** Returns a method or constructor as it is written in messages. */
  static String label(Executable executable) {
    return Stream.of(executable.getParameterTypes())
        .map(Class::getSimpleName)
        .collect(joining(", ", name(executable) + "(", ")"));
  }

  private static List<Choice> best(
      List<? extends Executable> candidates, boolean spread, List<Operand> arguments) {
    SortedMap<Fit, List<Choice>> byFit =
        candidates.stream()
            .map(candidate -> new Choice(candidate, spread))
            .collect(groupingBy(choice -> choice.fit(arguments), TreeMap::new, toList()));
    return byFit.headMap(Fit.NONE).values().stream().findFirst().orElse(List.of());
  }

  private static String mismatch(List<? extends Executable> candidates, List<Operand> arguments) {
    String given =
        arguments.stream()
            .map(
                argument ->
                    argument.type() == Void.class ? "null" : argument.type().getSimpleName())
            .collect(joining(", ", "(", ")"));
    return "%s cannot take %s; %s has %s"
        .formatted(
            name(candidates.get(0)),
            arguments.isEmpty() ? "no arguments" : given,
            owner(candidates),
            labels(candidates.stream(), ", "));
  }

  /** Sorts them, as the JVM returns members in no particular order. */
  private static String labels(Stream<? extends Executable> candidates, String separator) {
    return candidates
        .sorted(comparingInt(Executable::getParameterCount).thenComparing(Overloads::label))
        .limit(LABELS_SHOWN)
        .map(Overloads::label)
        .collect(joining(separator));
  }

  private static String name(Executable executable) {
    return executable instanceof Constructor
        ? "new " + executable.getDeclaringClass().getSimpleName()
        : executable.getName();
  }

  private static String owner(List<? extends Executable> candidates) {
    return candidates.get(0).getDeclaringClass().getTypeName();
  }
}
