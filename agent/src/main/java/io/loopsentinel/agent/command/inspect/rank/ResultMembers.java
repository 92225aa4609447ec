package io.loopsentinel.agent.command.inspect.rank;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.objectweb.asm.Type;

/** Finds what can be read off a tool's result, by members that are known to only read. */
public final class ResultMembers {

  private static final Set<String> TEXT =
      Set.of("text", "content", "output", "result", "message", "value");
  private static final Set<String> FAILED = Set.of("error", "failed", "failure");

  private final Accessors accessors;

  public ResultMembers(Types types) {
    this.accessors = new Accessors(types);
  }

  /** Returns the expression that reads its text; empty where it is text itself, or has none. */
  public Optional<String> text(Type result) {
    List<Source> texts =
        accessors.of(result, "return").stream()
            .filter(source -> source.isText() && source.onlyReads())
            .toList();
    Optional<Source> named =
        texts.stream().filter(source -> Words.anyOf(source.words(), TEXT)).findFirst();
    return named
        .or(
            () ->
                texts.stream()
                    .filter(s -> texts.size() == 1 && Words.isMeaningless(s.name()))
                    .findFirst())
        .map(Source::path);
  }

  /** Returns the expression that reads whether it tells of a failure. */
  public Optional<String> failed(Type result) {
    return accessors.of(result, "return").stream()
        .filter(
            source ->
                source.isBoolean() && source.onlyReads() && Words.anyOf(source.words(), FAILED))
        .findFirst()
        .map(Source::path);
  }
}
