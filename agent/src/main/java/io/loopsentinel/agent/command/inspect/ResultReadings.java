package io.loopsentinel.agent.command.inspect;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.objectweb.asm.Type;

/**
 * Adds to a tool candidate what concerns its result: {@code result}, {@code output}, {@code
 * failed}; the last two by members that are known to only read.
 */
public final class ResultReadings {

  private static final Pattern ASYNCHRONOUS =
      Pattern.compile(
          "java\\.util\\.concurrent\\.(CompletableFuture|CompletionStage)"
              + "|reactor\\.core\\.publisher\\.(Mono|Flux)"
              + "|io\\.reactivex\\.rxjava3\\.core\\.(Single|Maybe|Flowable|Observable)");
  private static final Pattern INNER = Pattern.compile(".*\\)L[^<]+<[+-]?(L[^<;]+)[<;].*");
  private static final Pattern CONTINUED =
      Pattern.compile(".*Lkotlin/coroutines/Continuation<-(L[^<;]+)[<;].*");
  private static final Set<String> TEXT = Words.set("text content output result message value");
  private static final Set<String> FAILED = Words.set("error failed failure");

  private final Recipes recipes;
  private final Sources sources;

  /**
   * Creates a reader.
   *
   * @param types finds types by their names
   * @param context the types in which results are made
   */
  public ResultReadings(Types types, Collection<TypeModel> context) {
    this.recipes = new Recipes(types, new Uses(context));
    this.sources = new Sources(types);
  }

  /** Returns a tool candidate with all that could be found. */
  public Candidate addTo(Candidate tool) {
    Type type = valueOf(tool.method());
    List<Source> members = sources.ofResult(type, 1).stream().filter(Source::onlyReads).toList();
    Candidate.Builder found = tool.more();
    text(members).ifPresent(source -> found.read("output", source.path(), source));
    members.stream()
        .filter(source -> source.isBoolean() && source.words().any(FAILED))
        .findFirst()
        .ifPresent(source -> found.read("failed", source.path(), source));
    recipes.of(type).ifPresent(expression -> found.readings.put("result", expression));
    return found.build();
  }

  /** By its name, or else the only text there is in code whose names are gone. */
  private static Optional<Source> text(List<Source> members) {
    List<Source> texts = members.stream().filter(Source::isText).toList();
    return texts.stream()
        .filter(
            source ->
                source.words().any(TEXT) || (texts.size() == 1 && source.words().areMeaningless()))
        .findFirst();
  }

  /** Returns the type of the value: where it comes later, that of the value inside. */
  private static Type valueOf(MethodModel method) {
    if (method.descriptor().endsWith("Lkotlin/coroutines/Continuation;)Ljava/lang/Object;")) {
      return inner(CONTINUED, method);
    }
    return ASYNCHRONOUS.matcher(method.result().getClassName()).matches()
        ? inner(INNER, method)
        : method.result();
  }

  private static Type inner(Pattern pattern, MethodModel method) {
    Matcher matcher = pattern.matcher(String.valueOf(method.signature()));
    return Type.getType(matcher.matches() ? matcher.group(1) + ";" : "Ljava/lang/Object;");
  }
}
