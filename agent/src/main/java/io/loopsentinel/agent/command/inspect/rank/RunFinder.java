package io.loopsentinel.agent.command.inspect.rank;

import io.loopsentinel.agent.command.inspect.model.MethodModel;
import io.loopsentinel.agent.command.inspect.model.MethodRef;
import io.loopsentinel.agent.command.inspect.model.TypeModel;
import io.loopsentinel.agent.config.TargetKind;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.objectweb.asm.Type;

/** Finds the methods that lead both to the model and to its tools. */
final class RunFinder {

  private final TypeIndex index;
  private final CallGraph graph;
  private final SessionSource sessions;

  RunFinder(TypeIndex index, CallGraph graph) {
    this.index = index;
    this.graph = graph;
    this.sessions = new SessionSource(index);
  }

  /**
   * Returns the candidates.
   *
   * @param toTools the methods that lead to tool dispatch, with the number of calls between
   * @param toModel the methods that ask the model, with the number of calls between
   */
  List<Candidate> find(Map<MethodRef, Integer> toTools, Map<MethodRef, Integer> toModel) {
    List<Candidate> found = new ArrayList<>();
    for (TypeModel type : index.all()) {
      for (MethodModel method : type.methods()) {
        Integer tools = toTools.get(method.ref());
        Integer model = toModel.get(method.ref());
        if (tools != null && model != null && tools > 0 && model > 0 && isEntry(type, method)) {
          found.add(
              candidate(type, method, tools + model, leadsFromOutside(method, toTools, toModel)));
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

  /** Whether no other method on the way calls it: the outermost one. */
  private boolean leadsFromOutside(
      MethodModel method, Map<MethodRef, Integer> toTools, Map<MethodRef, Integer> toModel) {
    return graph.callersOf(method.ref()).stream()
        .noneMatch(
            caller ->
                !caller.equals(method.ref())
                    && toTools.containsKey(caller)
                    && toModel.containsKey(caller));
  }

  private Candidate candidate(TypeModel type, MethodModel method, int calls, boolean outermost) {
    Map<String, String> readings = new LinkedHashMap<>();
    Optional<Source> session = sessions.of(method);
    session.ifPresent(source -> readings.put("session", SessionSource.expression(source)));
    Signals signals = new Signals();
    signals.add(
        true,
        Math.max(4, 28 - 2 * calls),
        "leads to the model and to its tools, " + calls + " calls away");
    signals.add(method.body().loops(), 16, "has a loop");
    signals.add(outermost, 10, "is not called on the way from elsewhere");
    signals.add(method.isPublic(), 6, "is public");
    signals.add(takesText(method), 6, "takes a text");
    signals.add(method.result().getSort() != Type.VOID, 4, "returns something");
    signals.add(
        Words.anyOf(Words.of(method.name()), Words.RUN_VERBS), 10, "is called " + method.name());
    signals.add(
        Words.anyOf(Words.of(type.simpleName()), Words.RUN_NOUNS),
        6,
        "belongs to " + type.simpleName());
    signals.add(readings.containsKey("session"), 6, "has the session at hand");
    signals.add(Words.isOtherMethod(method.name()), -12, "its name says it does something else");
    signals.add(
        method.name().equals("main") && method.isStatic(), -30, "is a program's main method");
    return new Candidate(
        TargetKind.RUN,
        type,
        method,
        readings,
        signals.all(),
        session.map(Source::doubt).stream().toList());
  }

  private static boolean takesText(MethodModel method) {
    for (Type parameter : method.parameters()) {
      if (parameter.getClassName().equals("java.lang.String")) {
        return true;
      }
    }
    return false;
  }
}
