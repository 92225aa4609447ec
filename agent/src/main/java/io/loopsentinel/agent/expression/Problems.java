package io.loopsentinel.agent.expression;

import static java.util.Map.Entry.comparingByKey;
import static java.util.stream.Collectors.toCollection;
import static java.util.stream.Collectors.toSet;

import io.loopsentinel.agent.expression.Evaluator.Operand;
import io.loopsentinel.agent.expression.Node.Name;
import io.loopsentinel.agent.text.NearestNames;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Describes unknown names and members, for someone who does not have their source at hand. */
final class Problems {

  /** How many members are named: enough to hold the one that was meant, few enough to be read. */
  private static final int MEMBERS_SHOWN = 8;

  private static final Set<String> OBJECT_METHODS =
      Stream.of(Object.class.getDeclaredMethods()).map(Method::getName).collect(toSet());

  private Problems() {}

  /**
   * Returns the problem that a bare word stands for nothing.
   *
   * @param tokens the word comes next
   * @param usable the variables that are offered
   */
  static ExpressionException unknownName(Tokens tokens, List<Variable> usable) {
    String word = tokens.peek().text();
    Function function = Function.spelled(word);
    List<String> names =
        IntStream.iterate(0, i -> i < tokens.dottedName(), i -> i + 2)
            .mapToObj(i -> tokens.peek(i).text())
            .toList();
    String text;
    if (function != null) {
      text = word + " is a function; write " + function.label();
    } else if (names.stream().skip(1).anyMatch(name -> Character.isUpperCase(name.charAt(0)))) {
      text = "unknown name " + word + "; a static member of a type is written " + asStatic(names);
    } else {
      List<String> words = new ArrayList<>(usable.stream().map(Variable::spelling).toList());
      String variables = String.join(", ", words);
      Stream.of(Function.values()).map(Function::spelling).forEach(words::add);
      Collections.addAll(words, "arg0", "true", "false", "null", "new", "annotation");
      Optional<String> nearest =
          NearestNames.suggest(word, words).filter(near -> !near.equals(word));
      text =
          "unknown name %s%s Known are arg0, arg1 …, %s; text stands in quotes"
              .formatted(
                  word, nearest.map(near -> "; did you mean " + near + "?").orElse("."), variables);
    }
    return new ExpressionException(text, tokens.peek().offset());
  }

  private static String asStatic(List<String> names) {
    String last = names.get(names.size() - 1);
    return Character.isUpperCase(last.charAt(0))
        ? "%1$s::name, a new object new %1$s()".formatted(String.join(".", names))
        : String.join(".", names.subList(0, names.size() - 1)) + "::" + last;
  }

  /**
   * Returns the problem that nothing of a name can be read from an object of a type, or called.
   *
   * @param arguments {@code null} where it was to be read
   */
  static ExpressionException noMember(Class<?> type, Name name, @Nullable List<Operand> arguments) {
    Members members = Members.ofInstance(type);
    Members statics = Members.ofType(type);
    if (arguments != null && members.property(name.text()) != null) {
      return new ExpressionException(
          "%s of %s is no method; write it without ( )".formatted(name.text(), type.getTypeName()),
          name.offset());
    }
    if (!statics.methods(name.text()).isEmpty() || statics.field(name.text()) != null) {
      return new ExpressionException(
          "%s of %s is static; write %s::%1$s"
              .formatted(name.text(), type.getTypeName(), type.getName()),
          name.offset());
    }
    return arguments == null
        ? noMember(type, "member", name, members, Problems::isReadable)
        : noMember(type, "method", name, members, Method.class::isInstance);
  }

  /**
   * Returns the problem that a type has no static field of a name, or no such method.
   *
   * @param arguments {@code null} for a field
   */
  static ExpressionException noStaticMember(
      Class<?> type, Name name, @Nullable List<Operand> arguments) {
    Members members = Members.ofType(type);
    if (arguments != null) {
      return noMember(type, "static method", name, members, Method.class::isInstance);
    }
    if (name.text().equals("new")) {
      return new ExpressionException(
          "a new object is written new %s() with its arguments".formatted(type.getName()),
          name.offset());
    }
    return members.methods(name.text()).isEmpty()
        ? noMember(type, "static field", name, members, member -> true)
        : new ExpressionException(
            "%1$s is a method; write %1$s() with its arguments".formatted(name.text()),
            name.offset());
  }

  /** Returns the problem that {@code [ ]} cannot be used on an object of a type. */
  static ExpressionException noIndex(Class<?> type, int offset) {
    return new ExpressionException(
        "a %s takes no [ ]: it is no Map, List or array and has no method get(key)"
            .formatted(type.getTypeName()),
        offset);
  }

  private static ExpressionException noMember(
      Class<?> type, String kind, Name name, Members members, Predicate<Member> shown) {
    Map<String, Integer> distances = new HashMap<>();
    members
        .all()
        .filter(shown.and(member -> isTelling(member, members)))
        .forEach(
            member -> distances.merge(label(member), distance(name.text(), member), Math::min));
    List<String> nearest =
        distances.entrySet().stream()
            .sorted(Map.Entry.<String, Integer>comparingByValue().thenComparing(comparingByKey()))
            .map(Map.Entry::getKey)
            .limit(MEMBERS_SHOWN)
            .collect(toCollection(ArrayList::new));
    if (distances.size() > MEMBERS_SHOWN) {
      nearest.add(distances.size() - MEMBERS_SHOWN + " more");
    }
    LinkageError unreadable = members.unreadable();
    return new ExpressionException(
        "%s has no %s \"%s\"".formatted(type.getTypeName(), kind, name.text())
            + (nearest.isEmpty() ? "" : "; it has " + String.join(", ", nearest))
            + (unreadable == null ? "" : "; not all of its members could be read: " + unreadable),
        name.offset());
  }

  /** Leaves out what every object has, what compilers add and fields that have an accessor. */
  private static boolean isTelling(Member member, Members members) {
    return !member.isSynthetic()
        && !OBJECT_METHODS.contains(member.getName())
        && (member instanceof Method || members.accessor(member.getName()) == null);
  }

  private static boolean isReadable(Member member) {
    return member instanceof Field
        || (member instanceof Method method
            && method.getParameterCount() == 0
            && method.getReturnType() != void.class);
  }

  private static String label(Member member) {
    return member instanceof Executable executable ? Overloads.label(executable) : member.getName();
  }

  /** Takes getCount as close to count, too. */
  private static int distance(String name, Member member) {
    int distance = NearestNames.distance(name, member.getName());
    if (member instanceof Method && member.getName().startsWith("get")) {
      return Math.min(distance, NearestNames.distance(name, member.getName().substring(3)));
    }
    return distance;
  }
}
