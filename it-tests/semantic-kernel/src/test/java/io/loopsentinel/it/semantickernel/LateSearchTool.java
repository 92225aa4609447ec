package io.loopsentinel.it.semantickernel;

import com.microsoft.semantickernel.semanticfunctions.annotations.DefineKernelFunction;
import com.microsoft.semantickernel.semanticfunctions.annotations.KernelFunctionParameter;
import io.loopsentinel.it.scenario.Library;
import java.util.concurrent.CompletableFuture;
import reactor.core.publisher.Mono;

/**
 * A function of a plugin that hands the work to another thread. Public, for Semantic Kernel calls
 * it by reflection.
 *
 * @param library what it searches
 */
public record LateSearchTool(Library library) {

  /** Searches. */
  @DefineKernelFunction(
      name = "search",
      description = "Searches the library",
      returnType = "java.lang.String")
  public Mono<String> search(
      @KernelFunctionParameter(name = "query", description = "what to search for") String query) {
    return Mono.fromFuture(
        CompletableFuture.supplyAsync(() -> library.search(query), LateSearchTool::start));
  }

  /** No pool: users that wait for each other need a thread each. */
  private static void start(Runnable work) {
    Thread thread = new Thread(work, "search");
    thread.setDaemon(true);
    thread.start();
  }
}
