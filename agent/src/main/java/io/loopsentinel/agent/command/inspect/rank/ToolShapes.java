package io.loopsentinel.agent.command.inspect.rank;

import io.loopsentinel.agent.command.inspect.model.MethodModel;
import io.loopsentinel.agent.command.inspect.model.TypeModel;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.ToIntFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Finds the likeliest pair of name and arguments among what a method can read. */
final class ToolShapes {

  private static final Set<String> ARGUMENT_WORDS =
      Set.of("arguments", "argument", "args", "input", "inputs", "parameters", "params", "payload");
  private static final Set<String> OTHER_NAMES =
      Set.of(
          "id",
          "type",
          "message",
          "description",
          "text",
          "content",
          "key",
          "model",
          "session",
          "user",
          "prompt",
          "query");
  private static final int KEY = 12;

  private final Sources sources;

  /** A value that can be read, and how likely it is the one that is looked for. */
  private record Rated(Source source, int rating) {}

  ToolShapes(Types types) {
    this.sources = new Sources(types);
  }

  /** Returns the pair for a method; empty where nothing in it can be a name and arguments. */
  Optional<ToolShape> of(TypeModel type, MethodModel method) {
    List<Source> arguments = sources.ofArguments(method);
    List<Rated> args = rated(arguments, ToolShapes::argsRating);
    if (args.isEmpty()) {
      return Optional.empty();
    }
    List<Rated> names = new ArrayList<>(rated(arguments, source -> withKey(source, method)));
    if (names.stream().noneMatch(name -> name.rating() >= 8)) {
      names.addAll(rated(sources.ofReceiver(type, method), source -> withKey(source, method)));
    }
    @Nullable ToolShape best = null;
    for (Rated name : names) {
      for (Rated arg : args) {
        ToolShape pair = pair(name, arg, method);
        if (pair != null && (best == null || pair.rating() > best.rating())) {
          best = pair;
        }
      }
    }
    return Optional.ofNullable(best);
  }

  private static List<Rated> rated(List<Source> sources, ToIntFunction<Source> rating) {
    return sources.stream()
        .map(source -> new Rated(source, rating.applyAsInt(source)))
        .filter(rated -> rated.rating() > 0)
        .toList();
  }

  /** A name that says something else is a key to something else. */
  private static int withKey(Source name, MethodModel method) {
    int rating = nameRating(name);
    return rating > 0 && isKey(name, method) ? rating + KEY : rating;
  }

  private static boolean isKey(Source name, MethodModel method) {
    return method.body().keys().contains(name.path());
  }

  private static @Nullable ToolShape pair(Rated name, Rated args, MethodModel method) {
    Source named = name.source();
    if (named.path().equals(args.source().path())) {
      return null;
    }
    boolean sameRoot = named.root().equals(args.source().root());
    int together = sameRoot ? 6 : named.root().equals("this") ? -2 : 0;
    return new ToolShape(
        named.path(),
        args.source().path(),
        name.rating() + args.rating() + together,
        isKey(named, method),
        Stream.of(named.doubt(), args.source().doubt()).filter(Objects::nonNull).toList());
  }

  private static int nameRating(Source source) {
    if (!source.isText()) {
      return -1;
    }
    List<String> words = source.words();
    boolean ofTool = Words.anyOf(words, Words.TOOL_NOUNS);
    if (words.contains("name")) {
      return ofTool ? 12 : words.size() == 1 ? 9 : 3;
    }
    if (Words.anyOf(words, ToolShapes.ARGUMENT_WORDS) || Words.anyOf(words, OTHER_NAMES)) {
      return -5;
    }
    return ofTool ? 8 : Words.isMeaningless(source.name()) ? 2 : -1;
  }

  private static int argsRating(Source source) {
    boolean named = Words.anyOf(source.words(), ARGUMENT_WORDS);
    if (source.isMap()) {
      return named ? 12 : Words.anyOf(source.words(), Words.TOOL_NOUNS) ? -5 : 6;
    }
    if (source.isJson()) {
      return named ? 12 : 5;
    }
    if (source.isText()) {
      return named ? 10 : Words.isMeaningless(source.name()) ? 2 : -5;
    }
    return source.isObject() && named ? 6 : -5;
  }
}
