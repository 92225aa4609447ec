package io.loopsentinel.agent.command.inspect.rank;

import io.loopsentinel.agent.command.inspect.model.MethodModel;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Finds what tells the sessions of a method's calls apart, where its name says so. */
final class SessionSource {

  private static final Set<String> HOLDERS =
      Set.of("session", "conversation", "memory", "chat", "invocation", "run", "thread");
  private static final List<String> ORDER =
      List.of("run", "invocation", "session", "conversation", "thread", "memory", "chat");

  private final Sources sources;

  SessionSource(Types types) {
    this.sources = new Sources(types);
  }

  /** Returns where it is. */
  Optional<Source> of(MethodModel method) {
    return sources.ofArguments(method).stream()
        .filter(
            source ->
                source.isText()
                    || source.type().getClassName().equals("java.util.UUID")
                    || source.isObject())
        .filter(source -> isSessionId(source.words()))
        .min((a, b) -> Integer.compare(rank(a), rank(b)));
  }

  /** Returns the expression that reads it, with its first step safe from null. */
  static String expression(Source session) {
    return session.path().replaceFirst("\\.", "?.");
  }

  private static boolean isSessionId(List<String> words) {
    return words.contains("id") && words.size() <= 3 && Words.anyOf(words, HOLDERS);
  }

  private static int rank(Source source) {
    for (int i = 0; i < ORDER.size(); i++) {
      if (source.words().contains(ORDER.get(i))) {
        return i;
      }
    }
    return ORDER.size();
  }
}
