package io.loopsentinel.agent.instrument;

import io.loopsentinel.agent.config.TargetKind;
import io.loopsentinel.agent.config.TargetSpec;
import io.loopsentinel.agent.telemetry.AgentLog;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Says which methods are guarded, and where a hint cannot reach the model. */
final class MatchLog {

  /** The supertypes of {@link String}: a method that returns one can return a message. */
  private static final Set<String> TEXT =
      Set.of(
          "java.lang.String",
          "java.lang.CharSequence",
          "java.lang.Comparable",
          "java.lang.Object",
          "java.io.Serializable");

  /** Types of results that come later. What they carry, the compiled method does not tell. */
  private static final Set<String> ASYNCHRONOUS =
      Set.of(
          "java.util.concurrent.CompletableFuture",
          "java.util.concurrent.CompletionStage",
          "java.util.concurrent.Future",
          "org.reactivestreams.Publisher",
          "reactor.core.publisher.Flux",
          "reactor.core.publisher.Mono",
          "io.reactivex.rxjava3.core.Flowable",
          "io.reactivex.rxjava3.core.Maybe",
          "io.reactivex.rxjava3.core.Single");

  private final AgentLog log;

  MatchLog(AgentLog log) {
    this.log = log;
  }

  /** Writes what there is to say about the guarded methods of a class. */
  void record(String type, ClassLoader loader, List<MatchedMethod> methods) {
    for (MatchedMethod guarded : methods) {
      MethodOutline method = guarded.method();
      TargetSpec target = guarded.target();
      String name =
          type.replace('/', '.') + "." + Descriptors.describe(method.name(), method.descriptor());
      if (log.isDebug()) {
        log.debug(
            "guards %s as %s target %s (loader %s)"
                .formatted(
                    name,
                    target.kind().name().toLowerCase(Locale.ROOT),
                    target.name(),
                    nameOf(loader)));
      }
      String result = Descriptors.result(method.descriptor());
      if (target.kind() == TargetKind.TOOL && !canCarryHint(method, result, target)) {
        log.info(
            "target %s: a hint becomes an abort in %s, because a %s cannot carry a message%s"
                .formatted(
                    target.name(),
                    name,
                    result,
                    Descriptors.returnsReference(method.descriptor())
                        ? "; set result: to an expression that builds one from it"
                        : ""));
      }
    }
  }

  private static boolean canCarryHint(MethodOutline method, String result, TargetSpec target) {
    return Descriptors.returnsReference(method.descriptor())
        && (target.readings().result() != null
            || TEXT.contains(result)
            || ASYNCHRONOUS.contains(result));
  }

  /** Does not ask the loader for its name: it could be any code of the application. */
  private static String nameOf(ClassLoader loader) {
    return loader == ClassLoader.getSystemClassLoader() ? "app" : loader.getClass().getName();
  }
}
