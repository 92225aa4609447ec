package io.loopsentinel.targets.expression;

import static java.util.Comparator.comparing;
import static java.util.Comparator.comparingInt;
import static java.util.Comparator.naturalOrder;
import static java.util.stream.Collectors.joining;

import io.loopsentinel.targets.expression.Conversion.Fit;
import io.loopsentinel.targets.expression.Tokens.Token;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Member;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Overload resolution: chooses among methods or constructors by the arguments of a call. */
final class Overloads {

  /*
   * A simplified form of JLS 15.12.2. Candidates that need no varargs array come first. Among them
   * the one whose worst argument fits best is chosen (see Conversion.Fit), then the one whose
   * parameters are all more specific than those of every other. Static types are boxed here, so
   * boxing is not a separate phase.
   */

  /**
   * A way to call an executable.
   *
   * @param types the parameter types, one for each argument
   * @param gathers whether the last arguments are gathered into a varargs array
   */
  record Choice(Executable executable, List<Class<?>> types, boolean gathers) {

    /** Returns the fit of the argument that fits worst. */
    private Fit fit(List<Operand> arguments) {
      return IntStream.range(0, arguments.size())
          .mapToObj(i -> Conversion.fit(arguments.get(i), types.get(i)))
          .max(naturalOrder())
          .orElse(Fit.SUBTYPE);
    }

    /** Converts the arguments of a call, at an offset in an expression, to the parameter types. */
    @Nullable Object[] convert(@Nullable Object[] values, Expression expression, int offset) {
      @Nullable Object[] converted = new Object[values.length];
      for (int i = 0; i < values.length; i++) {
        Object value = values[i];
        Class<?> type = types.get(i);
        converted[i] = Conversion.convert(value, type);
        if (converted[i] == null && (value != null || type.isPrimitive())) {
          throw new EvaluationException(
              "%s cannot be passed as argument %s of %s, a %s"
                  .formatted(
                      value == null ? "null" : "a " + value.getClass().getTypeName(),
                      i + 1,
                      label(executable),
                      type.getTypeName()),
              expression,
              offset,
              false,
              null);
        }
      }
      return converted;
    }

    private boolean isMoreSpecific(Choice other) {
      return IntStream.range(0, types.size())
          .allMatch(i -> Conversion.isMoreSpecific(types.get(i), other.types.get(i)));
    }
  }

  private static final int MAX_LISTED = 8;

  private Overloads() {}

  /** Chooses one of at least one candidate of the same name. */
  static Choice choose(List<? extends Executable> candidates, List<Operand> arguments, Token name) {
    Comparator<Choice> rank =
        comparing(Choice::gathers).thenComparing(choice -> choice.fit(arguments));
    List<Choice> fitting =
        candidates.stream()
            .flatMap(each -> choices(each, arguments))
            .filter(choice -> choice.fit(arguments) != Fit.NONE)
            .sorted(rank)
            .toList();
    List<Choice> best =
        fitting.stream().filter(each -> rank.compare(each, fitting.get(0)) == 0).toList();
    String owner = candidates.get(0).getDeclaringClass().getTypeName();
    if (best.isEmpty()) {
      throw name.problem(
          "%s cannot take %s; %s has %s"
              .formatted(
                  name(candidates.get(0)),
                  types(arguments),
                  owner,
                  labels(candidates.stream(), ", ")));
    }
    for (Choice choice : best) {
      if (best.stream().allMatch(choice::isMoreSpecific)) {
        return choice;
      }
    }
    throw name.problem(
        ("the call is ambiguous: %s of %s accept these arguments equally well;"
                + " pass an argument that only one of them accepts")
            .formatted(labels(best.stream().map(Choice::executable), " and "), owner));
  }

  /** Returns the ways to call an executable with this number of arguments, of any type. */
  private static Stream<Choice> choices(Executable executable, List<Operand> arguments) {
    List<Class<?>> types = List.of(executable.getParameterTypes());
    int count = arguments.size();
    int last = types.size() - 1;
    Choice plain = new Choice(executable, types, false);
    if (!executable.isVarArgs() || count < last) {
      return types.size() == count ? Stream.of(plain) : Stream.of();
    }
    List<Class<?>> gathered = new ArrayList<>(types.subList(0, last));
    gathered.addAll(Collections.nCopies(count - last, types.get(last).getComponentType()));
    Choice gathering = new Choice(executable, gathered, true);
    // An Object could be the array or an element of it; it is taken for an element.
    boolean mayBeArray =
        types.size() == count
            && Conversion.fit(arguments.get(last), types.get(last)) != Fit.CHECKED;
    return mayBeArray ? Stream.of(plain, gathering) : Stream.of(gathering);
  }

  private static String types(List<Operand> arguments) {
    return arguments.isEmpty()
        ? "no arguments"
        : arguments.stream()
            .map(Operand::type)
            .map(type -> type == Void.class ? "null" : type.getSimpleName())
            .collect(joining(", ", "(", ")"));
  }

  /** Sorts the labels, because the JVM returns members in no particular order. */
  private static String labels(Stream<? extends Executable> candidates, String separator) {
    return candidates
        .sorted(comparingInt(Executable::getParameterCount).thenComparing(Overloads::label))
        .limit(MAX_LISTED)
        .map(Overloads::label)
        .collect(joining(separator));
  }

  static String label(Member member) {
    return member instanceof Executable executable
        ? Stream.of(executable.getParameterTypes())
            .map(Class::getSimpleName)
            .collect(joining(", ", name(executable) + "(", ")"))
        : member.getName();
  }

  private static String name(Executable executable) {
    return executable instanceof Constructor
        ? "new " + executable.getDeclaringClass().getSimpleName()
        : executable.getName();
  }
}
