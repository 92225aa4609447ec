package io.loopsentinel.agent.command.inspect;

import io.loopsentinel.agent.config.TargetKind;
import java.lang.reflect.Modifier;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.objectweb.asm.Type;

/**
 * Finds the methods that lead both to the model and to its tools.
 *
 * @param toTools the methods that lead to tool dispatch, with the number of calls between
 * @param toModel the same of the model
 */
record RunFinder(
    CallGraph graph,
    Sources sources,
    Map<MethodRef, Integer> toTools,
    Map<MethodRef, Integer> toModel) {

  List<Candidate> find(TypeModel type) {
    return type.candidates()
        .filter(method -> method.isGuardable() && !method.isSynthetic())
        .filter(method -> toTools.getOrDefault(method.ref(), 0) > 0)
        .filter(method -> toModel.getOrDefault(method.ref(), 0) > 0)
        .map(method -> candidate(type, method))
        .toList();
  }

  private Candidate candidate(TypeModel type, MethodModel method) {
    Candidate found = new Candidate(TargetKind.RUN, type, method);
    Optional<Source> session = sources.session(method);
    session.ifPresent(source -> found.read("session", source.nullSafePath(), source));
    int calls = toTools.getOrDefault(method.ref(), 0) + toModel.getOrDefault(method.ref(), 0);
    String distance = "leads to the model and to its tools, " + calls + " calls away";
    found.add(Math.max(4, 28 - 2 * calls), distance, true);
    found.add(16, "has a loop", method.body().loops());
    found.add(10, "is not called on the way from elsewhere", isOutermost(method.ref()));
    found.add(6, "is public", Modifier.isPublic(method.access()));
    boolean takesText = List.of(method.parameters()).contains(Type.getType(String.class));
    found.add(6, "takes a text", takesText);
    found.add(4, "returns something", method.result().getSort() != Type.VOID);
    found.addName(10, method.words().any(Words.RUN_VERBS));
    found.addType(6, Words.RUN_NOUNS);
    found.add(6, "has the session at hand", session.isPresent());
    found.addOtherName(-12);
    boolean isMain = method.name().equals("main") && method.isStatic();
    found.add(-30, "is a program's main method", isMain);
    return found;
  }

  private boolean isOutermost(MethodRef method) {
    return graph.callersOf(method).stream()
        .filter(caller -> !caller.equals(method))
        .noneMatch(caller -> toTools.containsKey(caller) && toModel.containsKey(caller));
  }
}
