package io.loopsentinel.agent.command.inspect;

import io.loopsentinel.agent.command.inspect.Source.Kind;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Where a method that dispatches a tool call has the tool's name and arguments.
 *
 * @param rating how much speaks for both, from about 2 for any two values to 40
 * @param isKey whether something is looked up by the name
 */
record ToolShape(Source tool, Source args, int rating, boolean isKey) {

  private static final Set<String> ARGUMENT_WORDS =
      Words.set("arguments argument args input inputs parameters params payload");
  private static final Set<String> OTHER_NAMES =
      Words.set("id type message description text content key model session user prompt query");
  private static final int KEY = 12;
  private static final int CLEAR_NAME = 8;

  /** Returns the likeliest pair among what a method can read; empty where there is none. */
  static Optional<ToolShape> of(TypeModel type, MethodModel method, Sources sources) {
    Set<String> keys = method.body().keys();
    List<Source> arguments = sources.ofArguments(method);
    List<Source> args = arguments.stream().filter(each -> argsRating(each) > 0).toList();
    if (args.isEmpty()) {
      return Optional.empty();
    }
    boolean isClear = arguments.stream().anyMatch(each -> nameRating(each, keys) >= CLEAR_NAME);
    return Stream.of(arguments, isClear ? List.<Source>of() : sources.ofReceiver(type, method))
        .flatMap(List::stream)
        .filter(name -> nameRating(name, keys) > 0)
        .flatMap(name -> args.stream().map(arg -> pair(name, arg, keys)))
        .filter(pair -> !pair.tool.path().equals(pair.args.path()))
        .max(Comparator.comparingInt(ToolShape::rating));
  }

  private static ToolShape pair(Source name, Source args, Set<String> keys) {
    String root = name.root();
    int together = root.equals(args.root()) ? 6 : root.equals("this") ? -2 : 0;
    int rating = nameRating(name, keys) + argsRating(args) + together;
    return new ToolShape(name, args, rating, keys.contains(name.path()));
  }

  /** A key counts unless its name says something else, for then it is one to something else. */
  private static int nameRating(Source source, Set<String> keys) {
    int rating = nameRating(source);
    return rating > 0 && keys.contains(source.path()) ? rating + KEY : rating;
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
    return ofTool ? CLEAR_NAME : words.areMeaningless() ? 2 : -1;
  }

  private static int argsRating(Source source) {
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
