package io.loopsentinel.tools.inspect;

import io.loopsentinel.tools.inspect.Source.Kind;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.objectweb.asm.Type;

/**
 * Adds the expressions about its result to a tool candidate: {@code result}, {@code output} and
 * {@code failed}. The last two use only members that are known to be read-only.
 */
final class ResultExpressions {

  private static final Set<String> TEXT = Words.set("text content output result message value");
  private static final Set<String> FAILED = Words.set("error failed failure");
  private static final Type OPTIONAL = Type.getType(Optional.class);

  private final TypeIndex index;
  private final Uses uses;
  private final Sources sources;

  /** Creates an instance that learns from an application how it creates results. */
  ResultExpressions(TypeIndex index) {
    this.index = index;
    this.uses = new Uses(index);
    this.sources = new Sources(index);
  }

  /** Adds the expressions that were found, or a doubt if there is no {@code result}. */
  void addTo(Candidate candidate) {
    Type type = Signatures.value(candidate.method());
    List<Source> members = sources.ofResult(type, 1).stream().filter(Source::isSure).toList();
    Sources.text(members, TEXT)
        .ifPresent(source -> candidate.addExpression("output", source.path(), source));
    members.stream()
        .filter(source -> source.is(Kind.BOOLEAN) && source.words().any(FAILED))
        .findFirst()
        .ifPresent(source -> candidate.addExpression("failed", source.path(), source));
    new Recipes(index, uses, candidate, 0)
        .find()
        .ifPresentOrElse(
            recipe -> {
              boolean isOptional = candidate.method().result().equals(OPTIONAL);
              String result = recipe.expression();
              candidate
                  .readings()
                  .put("result", isOptional ? "java.util.Optional::of(" + result + ")" : result);
              candidate.doubt(String.valueOf(recipe.doubt()), !recipe.isSure());
            },
            () ->
                candidate.doubt(
                    (type.equals(Type.VOID_TYPE)
                            ? "returns nothing, so that no call can be answered:"
                            : "result is missing: nothing was found that builds a "
                                + type.getClassName()
                                + " from a text; until it is set,")
                        + " a hint falls to abort",
                    true));
  }
}
