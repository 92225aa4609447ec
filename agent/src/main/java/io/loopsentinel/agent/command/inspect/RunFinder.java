package io.loopsentinel.agent.command.inspect;

import io.loopsentinel.agent.config.TargetKind;
import java.util.ArrayList;
import java.util.Arrays;
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
    Candidate.Builder found = new Candidate.Builder();
    Optional<Source> session = sources.session(method);
    session.ifPresent(
        source -> {
          found.readings.put("session", source.nullSafePath());
          found.doubt(source);
        });
    found.signal(
        true,
        Math.max(4, 28 - 2 * calls),
        "leads to the model and to its tools, " + calls + " calls away");
    found.signal(method.body().loops(), 16, "has a loop");
    found.signal(isOutermost(method.ref()), 10, "is not called on the way from elsewhere");
    found.signal(method.isPublic(), 6, "is public");
    found.signal(
        Arrays.asList(method.parameters()).contains(Type.getType(String.class)), 6, "takes a text");
    found.signal(method.result().getSort() != Type.VOID, 4, "returns something");
    found.signal(
        Words.anyOf(Words.of(method.name()), Words.RUN_VERBS), 10, "is called " + method.name());
    found.signal(
        Words.anyOf(Words.of(type.simpleName()), Words.RUN_NOUNS),
        6,
        "belongs to " + type.simpleName());
    found.signal(session.isPresent(), 6, "has the session at hand");
    found.signal(Words.isOtherMethod(method.name()), -12, "its name says it does something else");
    found.signal(
        method.name().equals("main") && method.isStatic(), -30, "is a program's main method");
    return found.build(TargetKind.RUN, type, method);
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
