package io.loopsentinel.it.semantickernel;

import com.microsoft.semantickernel.semanticfunctions.annotations.DefineKernelFunction;
import com.microsoft.semantickernel.semanticfunctions.annotations.KernelFunctionParameter;
import io.loopsentinel.it.contract.SearchedLibrary;

/**
 * Functions of a plugin, one for each rung. Public, because Semantic Kernel calls them by
 * reflection.
 */
public record RungTools(SearchedLibrary library) {

  /** The loops of it are hinted. */
  @DefineKernelFunction(
      name = "search_hint",
      description = "Searches the library",
      returnType = "java.lang.String")
  public String hint(
      @KernelFunctionParameter(name = "query", description = "what to search for") String query) {
    return library.search(query);
  }

  /** The loops of it are aborted. */
  @DefineKernelFunction(
      name = "search_abort",
      description = "Searches the library",
      returnType = "java.lang.String")
  public String abort(
      @KernelFunctionParameter(name = "query", description = "what to search for") String query) {
    return library.search(query);
  }

  /** The loops of it end the session. */
  @DefineKernelFunction(
      name = "search_terminate",
      description = "Searches the library",
      returnType = "java.lang.String")
  public String terminate(
      @KernelFunctionParameter(name = "query", description = "what to search for") String query) {
    return library.search(query);
  }
}
