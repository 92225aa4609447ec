package io.loopsentinel.agent.command.inspect;

import io.loopsentinel.agent.config.TargetKind;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.objectweb.asm.Type;

/** Finds the methods that lead both to the model and to its tools. */
final class RunFinder {

  private final TypeIndex index;
  private final CallGraph graph;
  private final Map<MethodRef, Integer> toTools;
  private final Map<MethodRef, Integer> toModel;
  private final Sources sources;

  /**
   * Creates a finder.
   *
   * @param toTools the methods that lead to tool dispatch, with the number of calls between
   * @param toModel the methods that ask the model, with the number of calls between
   */
  RunFinder(
      TypeIndex index,
      CallGraph graph,
      Map<MethodRef, Integer> toTools,
      Map<MethodRef, Integer> toModel) {
    this.index = index;
    this.graph = graph;
    this.toTools = toTools;
    this.toModel = toModel;
    this.sources = new Sources(index);
  }

  /** Returns the candidates. */
  List<Candidate> find() {
    List<Candidate> found = new ArrayList<>();
    for (TypeModel type : index.all()) {
      for (MethodModel method : type.methods()) {
        int tools = toTools.getOrDefault(method.ref(), 0);
        int model = toModel.getOrDefault(method.ref(), 0);
        if (tools > 0 && model > 0 && isEntry(type, method)) {
          found.add(candidate(type, method, tools + model));
        }
      }
    }
    return found;
  }

  private static boolean isEntry(TypeModel type, MethodModel method) {
    return method.isGuardable()
        && !type.isContinuation()
        && !method.isBridge()
        && !method.isSynthetic();
  }

  private Candidate candidate(TypeModel type, MethodModel method, int calls) {
    Candidate.Builder found = new Candidate.Builder(TargetKind.RUN, type, method);
    Optional<Source> session = sources.session(method);
    session.ifPresent(source -> found.read("session", source.nullSafePath(), source));
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
    return found.build();
  }

  private boolean isOutermost(MethodRef method) {
    return graph.callersOf(method).stream()
        .noneMatch(
            caller ->
                !caller.equals(method)
                    && toTools.containsKey(caller)
                    && toModel.containsKey(caller));
  }
}
