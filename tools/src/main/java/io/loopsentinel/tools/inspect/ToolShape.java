package io.loopsentinel.tools.inspect;

import io.loopsentinel.tools.inspect.Source.Kind;
import java.lang.reflect.Modifier;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.objectweb.asm.Type;

/**
 * The sources of a tool's name and arguments in a method that dispatches tool calls.
 *
 * @param rating the weight of the evidence for both, from about 2 for any two values to 40
 * @param isKey whether the name is the key of a lookup
 */
public record ToolShape(Source tool, Source args, int rating, boolean isKey) {

  private static final Set<String> ARGUMENT_WORDS =
      Words.set("arguments argument args input inputs parameters params payload");

  /** Names of values beside the arguments that do not come from the model. */
  private static final Set<String> OTHER_ARGUMENTS =
      Words.set(
          """
          schema description annotation annotations metadata meta additional properties header
          headers context config configuration option options definition definitions extensions state
          attributes result results response output error history messages types type variables
          """);

  private static final Set<String> OTHER_NAMES =
      Words.set(
          """
          id type message description text content key model session user prompt query result results
          output response error context list names schema choice
          """);
  private static final Set<String> CALL_ID = Words.set("id call tool use function request");
  private static final int KEY_RATING = 12;
  private static final int MIN_CLEAR_NAME = 8;

  /** Maximum number of pairs to return. */
  private static final int MAX_PAIRS = 6;

  /** Returns the most likely pairs of values that a method can read, the best first. */
  static List<ToolShape> of(TypeModel type, MethodModel method, Sources sources) {
    Set<String> keys = method.body().lookupKeys();
    List<Source> arguments = arguments(method, sources);
    List<Source> own = sources.ofReceiver(type, method);
    List<Source> all = Stream.concat(arguments.stream(), own.stream()).toList();
    // An object that represents a call has all values in its fields and passes none.
    Set<ArgumentFlow> reaches = sources.argumentFlows(method);
    List<Source> args =
        (method.hasParameters() ? arguments : own)
            .stream()
                .filter(each -> argsRating(each) > 0 || isPassedToTool(each, reaches))
                .filter(each -> !sources.isOfDefinition(each, all))
                .toList();
    boolean isClear = arguments.stream().anyMatch(each -> nameRating(each, keys) >= MIN_CLEAR_NAME);
    List<ToolShape> pairs =
        Stream.of(arguments, isClear ? List.<Source>of() : own)
            .flatMap(List::stream)
            .filter(name -> nameRating(name, keys) > 0)
            .flatMap(name -> args.stream().map(arg -> pair(name, arg, keys)))
            .filter(pair -> !pair.tool.path().equals(pair.args.path()))
            .toList();
    List<ToolShape> proven =
        pairs.stream()
            .filter(ToolShape::isSure)
            .filter(pair -> reaches.stream().anyMatch(each -> each.connects(pair.tool, pair.args)))
            .toList();
    return (proven.isEmpty()
            ? pairs.stream().filter(pair -> argsRating(pair.args) > 0)
            : proven.stream())
        .sorted(
            Comparator.comparing(ToolShape::isSure).thenComparingInt(ToolShape::rating).reversed())
        .limit(MAX_PAIRS)
        .toList();
  }

  /** Returns the arguments of a method. If it is void, each call in a list may be dispatched. */
  private static List<Source> arguments(MethodModel method, Sources sources) {
    List<Source> arguments = sources.ofArguments(method);
    return method.result().equals(Type.VOID_TYPE)
        ? Stream.of(arguments, sources.ofElements(method)).flatMap(List::stream).toList()
        : arguments;
  }

  /** Returns whether a value, whatever its name, is passed to a tool and may be its arguments. */
  private static boolean isPassedToTool(Source source, Set<ArgumentFlow> reaches) {
    return Set.of(Kind.MAP, Kind.JSON, Kind.TEXT, Kind.ANY_OBJECT).contains(Kind.of(source.type()))
        && !source.words().any(OTHER_ARGUMENTS)
        && nameRating(source) < 0
        && reaches.stream().anyMatch(each -> each.value().equals(source.path()));
  }

  /** Returns whether reading both is known to have no side effect. */
  public boolean isSure() {
    return tool.isSure() && args.isSure();
  }

  /** Returns whether a type, by its fields, represents a tool call with name and arguments. */
  static boolean isCall(TypeModel type) {
    List<Source> fields =
        type.fields().stream()
            .filter(field -> !Modifier.isStatic(field.access))
            .map(field -> Source.of(field.name, field.name, Type.getType(field.desc), null))
            .toList();
    if (fields.stream().allMatch(field -> field.words().areMeaningless())) {
      return fields.stream().anyMatch(field -> field.is(Kind.TEXT))
          && fields.stream().anyMatch(field -> field.is(Kind.MAP) || field.is(Kind.JSON));
    }
    return fields.stream().anyMatch(field -> nameRating(field) >= MIN_CLEAR_NAME)
        && fields.stream()
            .anyMatch(field -> argsRating(field) > 0 && field.words().any(ARGUMENT_WORDS))
        && fields.stream().noneMatch(field -> field.words().any(Sources.DEFINITION_WORDS));
  }

  /** Returns the location of the call that encloses the arguments. */
  CallLocation call(MethodModel method, Sources sources) {
    List<Source> arguments = arguments(method, sources);
    List<Source> around =
        arguments.stream().filter(each -> contains(each.path(), args.path())).toList();
    return new CallLocation(
        args,
        around.stream()
            .filter(each -> each.type().getSort() == Type.OBJECT)
            .map(each -> each.type().getInternalName())
            .filter(name -> !name.startsWith("java/"))
            .collect(Collectors.toSet()),
        around.stream()
            .sorted(Comparator.comparingInt(Source::depth).reversed())
            .flatMap(each -> arguments.stream().filter(id -> id.parent().equals(each.path())))
            .filter(id -> id.isSure() && id.is(Kind.TEXT) && isCallId(id.words()))
            .map(Source::path)
            .findFirst()
            .orElse(null));
  }

  private static boolean contains(String path, String member) {
    return member.startsWith(path + ".");
  }

  /** Returns whether a name is that of a call's id. */
  static boolean isCallId(Words words) {
    return words.all().contains("id") && CALL_ID.containsAll(words.all());
  }

  private static ToolShape pair(Source name, Source args, Set<String> keys) {
    String root = name.root();
    int together =
        name.parent().equals(args.parent())
            ? 8
            : root.equals(args.root()) ? 6 : root.equals("this") ? -2 : 0;
    int rating = nameRating(name, keys) + argsRating(args) + together;
    return new ToolShape(name, args, rating, keys.contains(name.path()));
  }

  /** Rates a lookup key higher, unless its name shows that it is the key of something else. */
  private static int nameRating(Source source, Set<String> keys) {
    int rating = nameRating(source);
    return rating > 0 && keys.contains(source.path()) ? rating + KEY_RATING : rating;
  }

  private static int nameRating(Source source) {
    Words words = source.words();
    if (!source.is(Kind.TEXT)) {
      return -1;
    }
    boolean ofTool = words.any(Words.TOOL_NOUNS);
    if (words.all().contains("name")) {
      return ofTool ? 12 : words.all().size() == 1 ? 9 : 3;
    }
    if (words.any(ARGUMENT_WORDS) || words.any(OTHER_NAMES)) {
      return -5;
    }
    return ofTool ? MIN_CLEAR_NAME : words.areMeaningless() ? 2 : -1;
  }

  private static int argsRating(Source source) {
    if (source.words().any(OTHER_ARGUMENTS)) {
      return -5;
    }
    boolean named = source.words().any(ARGUMENT_WORDS);
    return switch (Kind.of(source.type())) {
      case MAP -> named ? 12 : source.words().any(Words.TOOL_NOUNS) ? -5 : 6;
      case JSON -> named ? 12 : 5;
      case TEXT -> named ? 10 : source.words().areMeaningless() ? 2 : -5;
      case ANY_OBJECT -> named ? 6 : -5;
      default -> -5;
    };
  }
}
