package io.loopsentinel.agent.expression;

import static java.util.Comparator.comparingInt;

import io.loopsentinel.agent.expression.Conversion.Fit;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
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
   * @param spread whether the last parameter takes any number of arguments as an array
   */
  record Choice(Executable executable, boolean spread) {

    /** Returns the type of the parameter that an argument is passed as. */
    Class<?> parameter(int argument) {
      Class<?>[] types = executable.getParameterTypes();
      return spread && argument >= types.length - 1
          ? types[types.length - 1].getComponentType()
          : types[argument];
    }

    /** Returns how well the arguments fit: as well as the one that fits worst. */
    private Fit fit(List<Operand> arguments) {
      int parameters = executable.getParameterCount();
      if (spread ? arguments.size() < parameters - 1 : arguments.size() != parameters) {
        return Fit.NONE;
      }
      Fit worst = Fit.EXACT;
      for (int i = 0; i < arguments.size(); i++) {
        Fit fit = Conversion.fit(arguments.get(i), parameter(i));
        // Whether an Object is to be the array or an element of it cannot be told; an element is.
        boolean arrayByChance =
            fit == Fit.CHECKED && executable.isVarArgs() && !spread && i == parameters - 1;
        fit = arrayByChance ? Fit.NONE : fit;
        worst = fit.compareTo(worst) > 0 ? fit : worst;
      }
      return worst;
    }

    private boolean isMoreSpecific(Choice other, int arguments) {
      for (int i = 0; i < arguments; i++) {
        if (!Conversion.isMoreSpecific(parameter(i), other.parameter(i))) {
          return false;
        }
      }
      return true;
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
    Choice choice = mostSpecific(best, arguments.size());
    if (choice == null) {
      throw new ExpressionException(
          "the call is ambiguous: "
              + labels(best.stream().map(Choice::executable), " and ")
              + " of "
              + owner(candidates)
              + " take these arguments alike; pass one whose type only one of them takes",
          offset);
    }
    return choice;
  }

  /** Returns a method or constructor as it is written in messages. */
  static String label(Executable executable) {
    return Stream.of(executable.getParameterTypes())
        .map(Class::getSimpleName)
        .collect(Collectors.joining(", ", name(executable) + "(", ")"));
  }

  private static List<Choice> best(
      List<? extends Executable> candidates, boolean spread, List<Operand> arguments) {
    List<Choice> best = new ArrayList<>();
    Fit bestFit = Fit.CHECKED;
    for (Executable candidate : candidates) {
      Choice choice = new Choice(candidate, spread);
      Fit fit = choice.fit(arguments);
      if (fit.compareTo(bestFit) < 0) {
        best.clear();
        bestFit = fit;
      }
      if (fit == bestFit) {
        best.add(choice);
      }
    }
    return best;
  }

  private static @Nullable Choice mostSpecific(List<Choice> choices, int arguments) {
    for (Choice choice : choices) {
      if (!choices.stream().anyMatch(other -> !choice.isMoreSpecific(other, arguments))) {
        return choice;
      }
    }
    return null;
  }

  private static String mismatch(List<? extends Executable> candidates, List<Operand> arguments) {
    String given =
        arguments.stream()
            .map(
                argument ->
                    argument.type() == Void.class ? "null" : argument.type().getSimpleName())
            .collect(Collectors.joining(", ", "(", ")"));
    return name(candidates.get(0))
        + " cannot take "
        + (arguments.isEmpty() ? "no arguments" : given)
        + "; "
        + owner(candidates)
        + " has "
        + labels(candidates.stream(), ", ");
  }

  /** Sorts them, as the JVM returns members in no particular order. */
  private static String labels(Stream<? extends Executable> candidates, String separator) {
    return candidates
        .sorted(comparingInt(Executable::getParameterCount).thenComparing(Overloads::label))
        .limit(LABELS_SHOWN)
        .map(Overloads::label)
        .collect(Collectors.joining(separator));
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
