package io.loopsentinel.it.jvm.program;

import io.reactivex.rxjava3.core.Single;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Flow;
import java.util.function.Supplier;
import org.reactivestreams.FlowAdapters;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/**
 * Calls the same tool again and again through a dispatcher whose results come later, on other
 * threads, and prints what comes.
 */
public final class AsynchronousProgram {

  private static final Map<String, Object> ARGUMENTS = Map.of("q", "x");

  private final ExecutorService pool = Executors.newFixedThreadPool(2);

  private AsynchronousProgram() {}

  /** Takes the types by which results come, separated by commas, the tool and the calls of each. */
  public static void main(String[] args) {
    AsynchronousProgram program = new AsynchronousProgram();
    for (String type : args[0].split(",")) {
      loop(program.call(type, args[1]), Integer.parseInt(args[2]));
    }
    program.pool.shutdown();
    Schedulers.shutdownNow();
    io.reactivex.rxjava3.schedulers.Schedulers.shutdown();
  }

  private static void loop(Supplier<Object> call, int calls) {
    for (int i = 0; i < calls; i++) {
      try {
        System.out.println(call.get());
      } catch (Throwable e) {
        Throwable cause = e.getCause() == null ? e : e.getCause();
        System.out.println("error " + cause.getClass().getName());
      }
    }
  }

  private Supplier<Object> call(String type, String tool) {
    return switch (type) {
      case "future" -> () -> future(tool, ARGUMENTS).join();
      case "mono" -> () -> mono(tool, ARGUMENTS).block();
      case "single" -> () -> single(tool, ARGUMENTS).blockingGet();
      case "flow" -> () -> Flux.from(FlowAdapters.toPublisher(flow(tool, ARGUMENTS))).blockLast();
      default -> throw new IllegalArgumentException(type);
    };
  }

  private CompletableFuture<String> future(String tool, Map<String, Object> arguments) {
    return CompletableFuture.supplyAsync(() -> run(tool, arguments), pool);
  }

  private Mono<String> mono(String tool, Map<String, Object> arguments) {
    return later(tool, arguments);
  }

  private static Mono<String> later(String tool, Map<String, Object> arguments) {
    return Mono.fromCallable(() -> run(tool, arguments)).subscribeOn(Schedulers.boundedElastic());
  }

  private Single<String> single(String tool, Map<String, Object> arguments) {
    return Single.fromCallable(() -> run(tool, arguments))
        .subscribeOn(io.reactivex.rxjava3.schedulers.Schedulers.io());
  }

  private Flow.Publisher<String> flow(String tool, Map<String, Object> arguments) {
    return FlowAdapters.toFlowPublisher(later(tool, arguments));
  }

  private static String run(String tool, Map<String, Object> arguments) {
    if (tool.equals("broken")) {
      throw new IllegalStateException("disk full");
    }
    return tool + " ran with " + arguments;
  }
}
