package io.loopsentinel.tools.inspect;

import io.loopsentinel.tools.support.Libraries;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BinaryOperator;

/**
 * Where a method finds the name of a tool and its arguments: in two parameters, in the members of
 * one, or in the members of its own object.
 *
 * @param holder the type that holds both; empty for two parameters
 */
record ToolCallShape(String tool, String args, String holder, int rating) {

  private static final int MAX_RATING = 30;
  private static final Set<String> ARGUMENTS =
      Words.set("arguments args argument parameters params input inputs json payload values");

  /** Words for texts beside a call that are neither its tool nor its arguments. */
  private static final Set<String> OTHERS =
      Words.set(
          """
          id type description schema text content error message model role url key path result output
          user session conversation prompt
          """);

  /** A value that a method can read. */
  private record Value(String path, String type, Words words) {}

  /** Returns the most likely shape of a method; empty if it does not find both values. */
  static Optional<ToolCallShape> of(ScannedType type, ScannedMethod method, ClassScan scan) {
    List<ToolCallShape> shapes = new ArrayList<>();
    List<Value> direct = new ArrayList<>();
    List<String> parameters = method.parameters();
    for (int i = 0; i < parameters.size(); i++) {
      direct.add(new Value("arg" + i, parameters.get(i), method.words(i)));
      ScannedType holder = scan.find(parameters.get(i));
      if (holder != null && !Libraries.contain(holder.name())) {
        best(members("arg" + i, holder), holder.name()).ifPresent(shapes::add);
      }
    }
    best(direct, "").ifPresent(shapes::add);
    if (shapes.isEmpty() && !method.isStatic() && parameters.isEmpty()) {
      best(fields(type), type.name()).ifPresent(shapes::add);
    }
    return shapes.stream().max(Comparator.comparingInt(ToolCallShape::rating));
  }

  private static List<Value> members(String path, ScannedType holder) {
    List<Value> values = new ArrayList<>();
    for (Map.Entry<String, String> member : holder.members().entrySet()) {
      String name = member.getKey();
      // A field that a method of its name returns is read through that.
      if (!holder.members().containsKey(name + "()")) {
        values.add(
            new Value(path + "." + name, member.getValue(), Words.of(name.replace("()", ""))));
      }
    }
    return values;
  }

  /** Returns the fields of a method's own type, whose methods may do more than read. */
  private static List<Value> fields(ScannedType type) {
    return type.members().entrySet().stream()
        .filter(member -> !member.getKey().endsWith("()"))
        .map(
            member ->
                new Value("this." + member.getKey(), member.getValue(), Words.of(member.getKey())))
        .toList();
  }

  private static Optional<ToolCallShape> best(List<Value> values, String holder) {
    Comparator<Value> byTool = Comparator.comparingInt(ToolCallShape::toolRating);
    Optional<Value> tool =
        values.stream().filter(each -> Kinds.isText(each.type())).reduce(higher(byTool));
    Optional<Value> args =
        values.stream()
            .filter(each -> Kinds.mayBeArguments(each.type()))
            .filter(each -> !tool.map(each::equals).orElse(false))
            .reduce(higher(Comparator.comparingInt(ToolCallShape::argsRating)));
    if (tool.isEmpty() || args.isEmpty()) {
      return Optional.empty();
    }
    int rating = toolRating(tool.get()) + argsRating(args.get()) + 8;
    return argsRating(args.get()) < 0 || toolRating(tool.get()) < -2
        ? Optional.empty()
        : Optional.of(
            new ToolCallShape(
                tool.get().path(), args.get().path(), holder, Math.min(MAX_RATING, rating)));
  }

  /** Returns the higher of two values, the first if they are equal. */
  private static BinaryOperator<Value> higher(Comparator<Value> order) {
    return (one, other) -> order.compare(other, one) > 0 ? other : one;
  }

  private static int toolRating(Value value) {
    Words words = value.words();
    boolean ofTool = words.any(Words.TOOL_NOUNS);
    if (words.all().contains("name")) {
      return ofTool ? 12 : words.all().size() <= 2 ? 9 : 3;
    }
    if (words.any(OTHERS) || words.any(ARGUMENTS)) {
      return -5;
    }
    return ofTool ? 8 : words.areMeaningless() ? 2 : -1;
  }

  private static int argsRating(Value value) {
    Words words = value.words();
    boolean named = words.any(ARGUMENTS);
    if (words.any(OTHERS)) {
      return -5;
    }
    return Kinds.isMap(value.type())
        ? (named ? 12 : 6)
        : named ? 10 : words.areMeaningless() ? 2 : -5;
  }
}
