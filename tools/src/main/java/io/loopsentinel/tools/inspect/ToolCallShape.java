package io.loopsentinel.tools.inspect;

import io.loopsentinel.tools.support.Libraries;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.ToIntFunction;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.objectweb.asm.Opcodes;

/**
 * The expressions by which a method reads a tool's name and arguments: two parameters, members of
 * one parameter, or fields of its own object.
 */
record ToolCallShape(String tool, String args, int rating) {

  static final String TEXT = "java/lang/String";
  static final String METHOD = "java/lang/reflect/Method";

  /** Maps, and the trees of Jackson, Gson, org.json, Jakarta and kotlinx. */
  private static final Pattern MAP =
      Pattern.compile(
          "java/util/(\\w*Map|Properties)"
              + "|.*/(Json(Node|Object|Element|Value)|ObjectNode|JSONObject)");

  private static final int MAX_RATING = 30;
  private static final int PAIR_BONUS = 8;
  private static final int OTHER = -5;
  private static final Set<String> ARGUMENTS =
      Words.set("arguments args argument parameters params input inputs json payload values");

  /** Words for texts beside a call that are neither its tool nor its arguments. */
  private static final Set<String> OTHER_WORDS =
      Words.set(
          """
          id type description schema text content error message model role url key path result output
          user session conversation prompt
          """);

  /** A value that a method can read; a parameter has no words. */
  private record Value(String path, String type, Words words) {}

  /** Returns the most likely shape of a method; empty if it does not find both values. */
  static Optional<ToolCallShape> of(ScannedType type, ScannedMethod method, ClassScan scan) {
    List<Optional<ToolCallShape>> shapes = new ArrayList<>();
    List<Value> direct = new ArrayList<>();
    List<String> parameters = method.parameters();
    List<Value> reflected = new ArrayList<>();
    for (int i = 0; i < parameters.size(); i++) {
      direct.add(new Value("arg" + i, parameters.get(i), Words.of("")));
      if (parameters.get(i).equals(METHOD)) {
        reflected.add(new Value("arg" + i + ".getName()", TEXT, Words.of("toolName")));
      } else if (isMap(parameters.get(i))) {
        reflected.add(direct.get(i));
      }
      ScannedType holder = scan.find(parameters.get(i));
      if (holder != null && !Libraries.contain(holder.name())) {
        String path = "arg" + i;
        shapes.add(
            scan.memberShapes()
                .computeIfAbsent(holder.name(), name -> best(members("", holder)))
                .map(each -> new ToolCallShape(path + each.tool, path + each.args, each.rating)));
      }
    }
    shapes.add(best(direct));
    shapes.add(best(reflected));
    if (parameters.isEmpty() && !method.has(Opcodes.ACC_STATIC)) {
      shapes.add(
          scan.memberShapes().computeIfAbsent("this." + type.name(), name -> best(fields(type))));
    }
    return shapes.stream()
        .flatMap(Optional::stream)
        .max(Comparator.comparingInt(ToolCallShape::rating));
  }

  /** Returns whether a type usually holds named arguments. */
  static boolean isMap(String type) {
    return MAP.matcher(type).matches();
  }

  /** Returns whether a value of a type can be arguments, as an object, a map or a JSON text. */
  private static boolean mayBeArguments(String type) {
    return isMap(type) || type.equals(TEXT) || type.equals("java/lang/Object");
  }

  private static List<Value> members(String path, ScannedType holder) {
    return holder.members().entrySet().stream()
        // A field with an accessor of the same name is read through the accessor.
        .filter(member -> !holder.members().containsKey(member.getKey() + "()"))
        .map(member -> value(path, member))
        .toList();
  }

  /** Returns the fields of a method's own object, whose accessors may do more than read. */
  private static List<Value> fields(ScannedType type) {
    return members("this", type).stream().filter(each -> !each.path().endsWith("()")).toList();
  }

  private static Value value(String path, Map.Entry<String, String> member) {
    String name = member.getKey();
    return new Value(path + "." + name, member.getValue(), Words.of(name.replace("()", "")));
  }

  private static Optional<ToolCallShape> best(List<Value> values) {
    Optional<Value> tool =
        first(values.stream().filter(each -> each.type().equals(TEXT)), ToolCallShape::toolRating);
    Optional<Value> args =
        first(
            values.stream()
                .filter(each -> mayBeArguments(each.type()))
                .filter(each -> !Optional.of(each).equals(tool)),
            ToolCallShape::argsRating);
    return tool.flatMap(
        name ->
            args.map(
                    each ->
                        new ToolCallShape(
                            name.path(),
                            each.path(),
                            Math.min(MAX_RATING, toolRating(name) + argsRating(each) + PAIR_BONUS)))
                .filter(shape -> argsRating(args.get()) > 0 && toolRating(name) > OTHER));
  }

  /** Returns the value with the highest rating, the first of equal ones. */
  private static Optional<Value> first(Stream<Value> values, ToIntFunction<Value> rating) {
    return values.sorted(Comparator.comparingInt(rating).reversed()).findFirst();
  }

  private static int toolRating(Value value) {
    Words words = value.words();
    boolean ofTool = words.any(Words.TOOL_NOUNS);
    if (words.all().contains("name")) {
      return ofTool ? 12 : words.all().size() <= 2 ? 9 : 3;
    }
    if (words.any(OTHER_WORDS) || words.any(ARGUMENTS)) {
      return OTHER;
    }
    return ofTool ? 8 : words.areMeaningless() ? 2 : -1;
  }

  private static int argsRating(Value value) {
    Words words = value.words();
    boolean named = words.any(ARGUMENTS);
    if (words.any(OTHER_WORDS)) {
      return OTHER;
    }
    return isMap(value.type()) ? (named ? 12 : 6) : named ? 10 : words.areMeaningless() ? 2 : OTHER;
  }
}
