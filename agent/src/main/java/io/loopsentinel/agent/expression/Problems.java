package io.loopsentinel.agent.expression;

import static java.util.Map.Entry.comparingByKey;
import static java.util.stream.Collectors.toSet;

import io.loopsentinel.agent.expression.Node.MemberName;
import io.loopsentinel.agent.text.NearestNames;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** Words what is wrong with a member, for someone who does not have its source at hand. */
final class Problems {

  /** How many members are named: enough to hold the one that was meant, few enough to be read. */
  private static final int MEMBERS_SHOWN = 8;

  private static final Set<String> OBJECT_METHODS =
      Stream.of(Object.class.getDeclaredMethods()).map(Method::getName).collect(toSet());

  private Problems() {}

  /** Returns the problem that nothing can be read from an object of a type by a name. */
  static ExpressionException noProperty(Class<?> type, MemberName name) {
    return noMember(type, "member", name, Problems::isReadable);
  }

  /** Returns the problem that nothing of a name can be called on an object of a type. */
  static ExpressionException noMethod(Class<?> type, MemberName name) {
    if (Members.ofInstance(type).property(name.text()) != null) {
      return new ExpressionException(
          name.text() + " of " + type.getTypeName() + " is no method; write it without ( )",
          name.offset());
    }
    return noMember(type, "method", name, Method.class::isInstance);
  }

  /** Returns the problem that a type has no static field of a name. */
  static ExpressionException noStaticField(Class<?> type, MemberName name) {
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

  static ExpressionException inaccessible(
      Member member, IllegalAccessException closed, int offset) {
    return new ExpressionException(
        member.getDeclaringClass().getTypeName()
            + "."
            + member.getName()
            + " cannot be accessed: "
            + closed.getMessage(),
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
