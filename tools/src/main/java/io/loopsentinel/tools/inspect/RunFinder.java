package io.loopsentinel.tools.inspect;

import io.loopsentinel.targets.config.TargetKind;
import java.lang.reflect.Modifier;
import java.util.List;
import java.util.Map;
import org.objectweb.asm.Type;

/**
 * Finds the methods that lead to both the model and its tools.
 *
 * @param toTools the methods that lead to tool dispatch, with the number of calls between
 * @param toModel the methods that lead to the model, with the number of calls between
 */
record RunFinder(
    CallGraph graph, Map<MethodRef, Integer> toTools, Map<MethodRef, Integer> toModel) {

  List<Candidate> find(List<TypeModel> types) {
    List<Candidate> found =
        types.stream()
            .flatMap(
                type ->
                    type.candidates()
                        .filter(method -> method.isGuardable() && !method.isSynthetic())
                        .filter(method -> toTools.getOrDefault(method.ref(), 0) > 0)
                        .filter(method -> toModel.getOrDefault(method.ref(), 0) > 0)
                        .map(method -> candidate(type, method)))
            .toList();
    List<MethodRef> loops =
        found.stream().filter(run -> loopsOverBoth(run.method())).map(Candidate::ref).toList();
    for (Candidate run : found) {
      run.doubt("leads to another such loop and may start many runs", leadsToOther(run, loops));
    }
    return found;
  }

  private boolean leadsToOther(Candidate run, List<MethodRef> loops) {
    return loops.stream()
        .anyMatch(loop -> !loop.equals(run.ref()) && graph.leadsTo(run.ref(), loop));
  }

  private Candidate candidate(TypeModel type, MethodModel method) {
    Candidate found = new Candidate(TargetKind.RUN, type, method);
    MethodRef ref = method.ref();
    int calls = toTools.getOrDefault(ref, 0) + toModel.getOrDefault(ref, 0);
    String distance = "leads to the model and its tools, " + calls + " calls away";
    found.add(Math.max(4, 28 - 2 * calls), distance, true);
    boolean loops = loopsOverBoth(method);
    found.add(30, "calls the model and its tools in one loop", loops);
    found.doubt("has no loop that calls the model and its tools", !loops);
    found.doubt(
        "returns before the run ends, and the rest may run on any thread",
        Signatures.isAsynchronous(method) && !method.result().getClassName().startsWith("java."));
    found.add(6, "is public", Modifier.isPublic(method.access()));
    boolean takesText = List.of(method.parameters()).contains(Type.getType(String.class));
    found.add(6, "takes a text", takesText);
    found.add(4, "returns something", method.result().getSort() != Type.VOID);
    found.addName(10, method.words().any(Words.RUN_VERBS));
    found.addType(6, Words.RUN_NOUNS);
    found.addOtherName(-12);
    boolean isMain = method.name().equals("main") && method.isStatic();
    found.doubt("is a program's main method, which may contain many runs", isMain);
    return found;
  }

  private boolean loopsOverBoth(MethodModel method) {
    return method.body().loops() && loopsOver(method, toTools) && loopsOver(method, toModel);
  }

  private boolean loopsOver(MethodModel method, Map<MethodRef, Integer> leading) {
    return method.body().calls().stream()
        .filter(CallSite::inLoop)
        .flatMap(call -> graph.callees(call).stream())
        .anyMatch(leading::containsKey);
  }
}
