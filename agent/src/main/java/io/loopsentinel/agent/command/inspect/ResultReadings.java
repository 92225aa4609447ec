package io.loopsentinel.agent.command.inspect;

import io.loopsentinel.agent.command.inspect.Source.Kind;
import io.loopsentinel.agent.config.TargetKind;
import java.util.Collection;
import java.util.List;
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

  /** Creates a reader that learns from the types in the context how results are made. */
  public ResultReadings(Types types, Collection<TypeModel> context) {
    this.recipes = new Recipes(types, new Uses(context));
    this.sources = new Sources(types);
  }

  /** Adds to a candidate what could be found; to one of another kind than a tool, nothing. */
  public void addTo(Candidate candidate) {
    if (candidate.kind() != TargetKind.TOOL) {
      return;
    }
    Type type = valueOf(candidate.method());
    List<Source> members =
        sources.ofResult(type, 1).stream().filter(member -> member.doubt() == null).toList();
    Sources.text(members, TEXT)
        .ifPresent(source -> candidate.read("output", source.path(), source));
    members.stream()
        .filter(source -> source.is(Kind.BOOLEAN) && source.words().any(FAILED))
        .findFirst()
        .ifPresent(source -> candidate.read("failed", source.path(), source));
    recipes.of(type).ifPresent(expression -> candidate.readings().put("result", expression));
  }

  /** Returns the type of the value: where it comes later, that of the value inside. */
  private static Type valueOf(MethodModel method) {
    boolean isSuspended =
        method.descriptor().endsWith("Lkotlin/coroutines/Continuation;)Ljava/lang/Object;");
    if (!isSuspended && !ASYNCHRONOUS.matcher(method.result().getClassName()).matches()) {
      return method.result();
    }
    Matcher inner = (isSuspended ? CONTINUED : INNER).matcher(String.valueOf(method.signature()));
    return Type.getType(inner.matches() ? inner.group(1) + ";" : "Ljava/lang/Object;");
  }
}
