package io.loopsentinel.agent.command.inspect;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.ToIntFunction;

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

  /** A value that can be read, and how likely it is the one that is looked for. */
  private record Rated(Source source, int rating) {}

  /**
   * Returns the likeliest pair among what a method can read; empty where nothing in it can be a
   * name and arguments.
   */
  static Optional<ToolShape> of(TypeModel type, MethodModel method, Sources sources) {
    Set<String> keys = method.body().keys();
    List<Source> arguments = sources.ofArguments(method);
    List<Rated> args = rated(arguments, ToolShape::argsRating);
    if (args.isEmpty()) {
      return Optional.empty();
    }
    List<Rated> names = new ArrayList<>(rated(arguments, source -> nameRating(source, keys)));
    if (names.stream().noneMatch(name -> name.rating() >= CLEAR_NAME)) {
      names.addAll(rated(sources.ofReceiver(type, method), source -> nameRating(source, keys)));
    }
    return names.stream()
        .flatMap(name -> args.stream().map(arg -> pair(name, arg, keys)))
        .filter(pair -> !pair.tool.path().equals(pair.args.path()))
        .reduce((best, pair) -> pair.rating > best.rating ? pair : best);
  }

  private static List<Rated> rated(List<Source> sources, ToIntFunction<Source> rating) {
    return sources.stream()
        .map(source -> new Rated(source, rating.applyAsInt(source)))
        .filter(rated -> rated.rating() > 0)
        .toList();
  }

  private static ToolShape pair(Rated name, Rated args, Set<String> keys) {
    String root = name.source().root();
    int together = root.equals(args.source().root()) ? 6 : root.equals("this") ? -2 : 0;
    return new ToolShape(
        name.source(),
        args.source(),
        name.rating() + args.rating() + together,
        keys.contains(name.source().path()));
  }

  /** A name that says something else is a key to something else. */
  private static int nameRating(Source source, Set<String> keys) {
    int rating = nameRating(source);
    return rating > 0 && keys.contains(source.path()) ? rating + KEY : rating;
  }

  private static int nameRating(Source source) {
    Words words = source.words();
    if (!source.isText()) {
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
    if (source.isMap()) {
      return named ? 12 : source.words().any(Words.TOOL_NOUNS) ? -5 : 6;
    }
    if (source.isJson()) {
      return named ? 12 : 5;
    }
    if (source.isText()) {
      return named ? 10 : source.words().areMeaningless() ? 2 : -5;
    }
    return source.isObject() && named ? 6 : -5;
  }
}
