package io.loopsentinel.agent.command.inspect.propose;

import io.loopsentinel.agent.command.inspect.model.MethodModel;
import io.loopsentinel.agent.command.inspect.model.TypeModel;
import io.loopsentinel.agent.command.inspect.rank.Candidate;
import io.loopsentinel.agent.command.inspect.rank.ResultMembers;
import io.loopsentinel.agent.command.inspect.rank.Types;
import java.util.Collection;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.objectweb.asm.Type;

/**
 * Adds to a tool candidate what concerns its result: {@code result}, {@code output}, {@code
 * failed}.
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

  private final Recipes recipes;
  private final ResultMembers members;

  /**
   * Creates a reader.
   *
   * @param types finds types by their names
   * @param context the types in which results are made
   */
  public ResultReadings(Types types, Collection<TypeModel> context) {
    this.recipes = new Recipes(types, new Uses(context));
    this.members = new ResultMembers(types);
  }

  /** Returns a tool candidate with all that could be found. */
  public Candidate addTo(Candidate tool) {
    Type type = valueOf(tool.method());
    Candidate found = tool;
    Optional<String> output = members.text(type);
    if (output.isPresent()) {
      found = found.reading("output", output.get());
    }
    Optional<String> failed = members.failed(type);
    if (failed.isPresent()) {
      found = found.reading("failed", failed.get());
    }
    Optional<String> result = recipes.of(type);
    return result.isPresent() ? found.reading("result", result.get()) : found;
  }

  /** Returns the type of the value: where it comes later, that of the value inside. */
  private static Type valueOf(MethodModel method) {
    String signature = method.signature() == null ? "" : method.signature();
    if (method.isSuspend()) {
      return inner(CONTINUED, signature);
    }
    return ASYNCHRONOUS.matcher(method.result().getClassName()).matches()
        ? inner(INNER, signature)
        : method.result();
  }

  private static Type inner(Pattern pattern, String signature) {
    Matcher matcher = pattern.matcher(signature);
    return Type.getType(matcher.matches() ? matcher.group(1) + ";" : "Ljava/lang/Object;");
  }
}
