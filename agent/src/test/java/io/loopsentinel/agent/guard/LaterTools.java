package io.loopsentinel.agent.guard;

import io.reactivex.rxjava3.core.Completable;
import io.reactivex.rxjava3.core.Flowable;
import io.reactivex.rxjava3.core.Maybe;
import io.reactivex.rxjava3.core.Observable;
import io.reactivex.rxjava3.core.Single;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import java.util.concurrent.Future;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Calls dispatchers whose results come later, in one session. Three equal failures are a finding
 * whatever the arguments; a call that is repeated too often is stopped whatever it brought.
 */
final class LaterTools {

  private final GuardedCalls calls;
  private final Guard guard;

  private LaterTools(String method, String settings) {
    this.calls =
        GuardedCalls.of(
            Dispatcher.class,
            """
            sentinel:
              targets:
                - {name: t, kind: tool, type: TYPE, method: %s, tool: arg0, args: arg1, session: '"s"'%s}
              detectors:
                repeat: {escalation: [hint, hint, abort]}
                error: {threshold: 3}
            """
                .formatted(method, settings));
    this.guard = calls.guard(method);
  }

  /** One method for each type; the bodies are given by the tests. */
  interface Dispatcher {
    record Result(boolean failed, String text) {
      static Result error(String text) {
        return new Result(true, text);
      }
    }

    /** A future that is of a class of its own in all that depends on it. */
    class OwnFuture<T> extends CompletableFuture<T> {
      @Override
      public <U> CompletableFuture<U> newIncompleteFuture() {
        return new OwnFuture<>();
      }
    }

    CompletableFuture<String> future(String tool, Map<String, Object> arguments);

    CompletableFuture<Result> futureOfResult(String tool, Map<String, Object> arguments);

    OwnFuture<String> ownFuture(String tool, Map<String, Object> arguments);

    CompletionStage<String> stage(String tool, Map<String, Object> arguments);

    Future<String> plainFuture(String tool, Map<String, Object> arguments);

    Mono<String> mono(String tool, Map<String, Object> arguments);

    Mono<Result> monoOfResult(String tool, Map<String, Object> arguments);

    Mono<?> monoOfAnything(String tool, Map<String, Object> arguments);

    Flux<String> flux(String tool, Map<String, Object> arguments);

    Single<String> single(String tool, Map<String, Object> arguments);

    Maybe<String> maybe(String tool, Map<String, Object> arguments);

    Completable completable(String tool, Map<String, Object> arguments);

    Observable<String> observable(String tool, Map<String, Object> arguments);

    Flowable<String> flowable(String tool, Map<String, Object> arguments);

    Publisher<String> publisher(String tool, Map<String, Object> arguments);

    Flow.Publisher<String> flow(String tool, Map<String, Object> arguments);

    Object anything(String tool, Map<String, Object> arguments);

    String plain(String tool, Map<String, Object> arguments);

    int number(String tool, Map<String, Object> arguments);

    String ask(String session);
  }

  /** Guards one method of the dispatcher. */
  static LaterTools of(String method) {
    return new LaterTools(method, "");
  }

  /** Guards one method of the dispatcher, with more keys of its target. */
  static LaterTools of(String method, String keys) {
    return new LaterTools(method, ", " + keys);
  }

  /** Makes a call, of number n, of the tool bash. */
  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
  <T> T call(int n, Callable<? extends T> body) throws Exception {
    Object result = guard.call(body, "bash", Map.of("n", n));
    if (result == null) {
      throw new AssertionError("the method returned null");
    }
    return (T) result;
  }

  String log() {
    return calls.log();
  }
}
