package io.loopsentinel.agent.expression;

import static java.util.Map.Entry.comparingByKey;
import static java.util.stream.Collectors.toSet;

import io.loopsentinel.agent.text.NearestNames;
import java.lang.reflect.Executable;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** Words what is wrong with a member, for someone who does not have its source at hand. */
final class Problems {

  /** How many members are named: enough to hold the one that was meant, few enough to be read. */
  private static final int MEMBERS_SHOWN = 8;

  private static final Set<String> OBJECT_METHODS =
      Stream.of(Object.class.getDeclaredMethods()).map(Method::getName).collect(toSet());

  private Problems() {}

  /** Returns the problem that an object of a type has no such member. */
  static ExpressionException noMember(Class<?> type, Node.MemberName name) {
    Members members = Members.ofInstance(type);
    Members statics = Members.ofType(type);
    if (!statics.methods(name.text()).isEmpty() || statics.field(name.text()) != null) {
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
    return noMember(type, "member", name, members);
  }

  /** Returns the problem that a type has no such static method or field. */
  static ExpressionException noStaticMember(Class<?> type, String kind, Node.MemberName name) {
    return noMember(type, kind, name, Members.ofType(type));
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
      Class<?> type, String kind, Node.MemberName name, Members members) {
    List<String> nearest = nearest(name.text(), members);
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

  private static List<String> nearest(String name, Members members) {
    Map<String, Integer> distances = new HashMap<>();
    members
        .all()
        .filter(member -> isShown(member, members))
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
  private static boolean isShown(Member member, Members members) {
    return !member.isSynthetic()
        && !OBJECT_METHODS.contains(member.getName())
        && (member instanceof Method || members.accessor(member.getName()) == null);
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
