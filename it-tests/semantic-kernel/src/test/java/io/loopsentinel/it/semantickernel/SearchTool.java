package io.loopsentinel.it.semantickernel;

import com.microsoft.semantickernel.semanticfunctions.annotations.DefineKernelFunction;
import com.microsoft.semantickernel.semanticfunctions.annotations.KernelFunctionParameter;
import io.loopsentinel.it.scenario.Library;

/**
 * A function of a plugin. Public, for Semantic Kernel calls it by reflection.
 *
 * @param library what it searches
 */
public record SearchTool(Library library) {

  /** Searches. */
  @DefineKernelFunction(
      name = "search",
      description = "Searches the library",
      returnType = "java.lang.String")
  public String search(
      @KernelFunctionParameter(name = "query", description = "what to search for") String query) {
    return library.search(query);
  }
}
