package io.loopsentinel.agent.expression;

import static java.util.Map.Entry.comparingByKey;
import static java.util.stream.Collectors.toSet;

import io.loopsentinel.agent.expression.Evaluator.Operand;
import io.loopsentinel.agent.expression.Node.MemberName;
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
    return new ExpressionException(unknownName(word, tokens, usable), tokens.peek().offset());
  }

  private static String unknownName(String word, Tokens tokens, List<Variable> usable) {
    Function function = Function.spelled(word);
    if (function != null) {
      return word + " is a function; write " + function.label();
    }
    List<String> parts =
        IntStream.range(0, tokens.dottedName())
            .filter(i -> i % 2 == 0)
            .mapToObj(i -> tokens.peek(i).text())
            .toList();
    if (parts.stream().skip(1).anyMatch(part -> Character.isUpperCase(part.charAt(0)))) {
      String all = String.join(".", parts);
      String last = parts.get(parts.size() - 1);
      return "unknown name "
          + word
          + "; a static member of a type is written "
          + (Character.isUpperCase(last.charAt(0))
              ? all + "::name, a new object new " + all + "()"
              : all.substring(0, all.lastIndexOf('.')) + "::" + last);
    }
    List<String> words = new ArrayList<>(usable.stream().map(Variable::spelling).toList());
    String variables = String.join(", ", words);
    Function.spellings().forEach(words::add);
    Collections.addAll(words, "arg0", "true", "false", "null", "new", "annotation");
    return "unknown name "
        + word
        + NearestNames.suggest(word, words).map(near -> "; did you mean " + near + "?").orElse(".")
        + " Known are arg0, arg1 …, "
        + variables
        + "; text stands in quotes";
  }

  /**
   * Returns the problem that nothing of a name can be read from an object of a type, or called.
   *
   * @param arguments {@code null} where it was to be read
   */
  static ExpressionException noMember(
      Class<?> type, MemberName name, @Nullable List<Operand> arguments) {
    if (arguments == null) {
      return noMember(type, "member", name, Problems::isReadable);
    }
    if (Members.ofInstance(type).property(name.text()) != null) {
      return new ExpressionException(
          name.text() + " of " + type.getTypeName() + " is no method; write it without ( )",
          name.offset());
    }
    return noMember(type, "method", name, Method.class::isInstance);
  }

  /** Returns the problem that a type has no static field of a name. */
  static ExpressionException noStaticField(Class<?> type, MemberName name) {
    if (name.text().equals("new")) {
      return new ExpressionException(
          "a new object is written new " + type.getName() + "() with its arguments", name.offset());
    }
    Members members = Members.ofType(type);
    return members.methods(name.text()).isEmpty()
        ? noMember(type, "static field", name, members, member -> true)
        : new ExpressionException(
            name.text() + " is a method; write " + name.text() + "() with its arguments",
            name.offset());
  }

  /** Returns the problem that a type has no static method of a name. */
  static ExpressionException noStaticMethod(Class<?> type, MemberName name) {
    return noMember(type, "static method", name, Members.ofType(type), Method.class::isInstance);
  }

  /** Returns the problem that {@code [ ]} cannot be used on an object of a type. */
  static ExpressionException noIndex(Class<?> type, int offset) {
    return new ExpressionException(
        "a "
            + type.getTypeName()
            + " takes no [ ]: it is no Map, List or array and has no method get(key)",
        offset);
  }

  private static ExpressionException noMember(
      Class<?> type, String kind, MemberName name, Predicate<Member> shown) {
    Members statics = Members.ofType(type);
    if (statics.methods(name.text()).isEmpty() && statics.field(name.text()) == null) {
      return noMember(type, kind, name, Members.ofInstance(type), shown);
    }
    return new ExpressionException(
        name.text()
            + " of "
            + type.getTypeName()
            + " is static; write "
            + type.getName()
            + "::"
            + name.text(),
        name.offset());
  }

  private static ExpressionException noMember(
      Class<?> type, String kind, MemberName name, Members members, Predicate<Member> shown) {
    List<String> nearest = nearest(name.text(), members, shown);
    StringBuilder text =
        new StringBuilder(type.getTypeName() + " has no " + kind + " \"" + name.text() + "\"");
    if (!nearest.isEmpty()) {
      text.append("; it has ").append(String.join(", ", nearest));
    }
    LinkageError unreadable = members.unreadable();
    if (unreadable != null) {
      text.append("; not all of its members could be read: ").append(unreadable);
    }
    return new ExpressionException(text.toString(), name.offset());
  }

  private static List<String> nearest(String name, Members members, Predicate<Member> shown) {
    Map<String, Integer> distances = new HashMap<>();
    members
        .all()
        .filter(shown.and(member -> isTelling(member, members)))
        .forEach(member -> distances.merge(label(member), distance(name, member), Math::min));
    List<String> sorted =
        distances.entrySet().stream()
            .sorted(Map.Entry.<String, Integer>comparingByValue().thenComparing(comparingByKey()))
            .map(Map.Entry::getKey)
            .toList();
    int more = sorted.size() - MEMBERS_SHOWN;
    return more <= 0
        ? sorted
        : Stream.concat(sorted.stream().limit(MEMBERS_SHOWN), Stream.of(more + " more")).toList();
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
