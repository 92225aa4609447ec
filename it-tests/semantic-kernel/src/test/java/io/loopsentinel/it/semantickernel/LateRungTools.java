package io.loopsentinel.it.semantickernel;

import com.microsoft.semantickernel.semanticfunctions.annotations.DefineKernelFunction;
import com.microsoft.semantickernel.semanticfunctions.annotations.KernelFunctionParameter;
import io.loopsentinel.it.contract.SearchedLibrary;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/**
 * Functions of a plugin that work on other threads, one for each rung. Public, because Semantic
 * Kernel calls them by reflection.
 */
public record LateRungTools(SearchedLibrary library) {

  /** The loops of it are hinted. */
  @DefineKernelFunction(
      name = "search_hint",
      description = "Searches the library",
      returnType = "java.lang.String")
  public Mono<String> hint(
      @KernelFunctionParameter(name = "query", description = "what to search for") String query) {
    return search(query);
  }

  /** The loops of it are aborted. */
  @DefineKernelFunction(
      name = "search_abort",
      description = "Searches the library",
      returnType = "java.lang.String")
  public Mono<String> abort(
      @KernelFunctionParameter(name = "query", description = "what to search for") String query) {
    return search(query);
  }

  /** The loops of it end the session. */
  @DefineKernelFunction(
      name = "search_terminate",
      description = "Searches the library",
      returnType = "java.lang.String")
  public Mono<String> terminate(
      @KernelFunctionParameter(name = "query", description = "what to search for") String query) {
    return search(query);
  }

  private Mono<String> search(String query) {
    return Mono.fromCallable(() -> library.search(query)).subscribeOn(Schedulers.boundedElastic());
  }
}
