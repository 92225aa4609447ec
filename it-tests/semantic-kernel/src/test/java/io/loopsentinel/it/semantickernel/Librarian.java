package io.loopsentinel.it.semantickernel;

import com.microsoft.semantickernel.Kernel;
import com.microsoft.semantickernel.semanticfunctions.annotations.DefineKernelFunction;
import com.microsoft.semantickernel.semanticfunctions.annotations.KernelFunctionParameter;
import com.microsoft.semantickernel.services.chatcompletion.ChatCompletionService;
import io.loopsentinel.it.contract.SearchedLibrary;
import reactor.core.publisher.Mono;

/** A function that is an agent. Public, because Semantic Kernel calls it by reflection. */
public record Librarian(String url, SearchedLibrary library) {

  /** Answers a question. */
  @DefineKernelFunction(
      name = "librarian",
      description = "Asks a librarian",
      returnType = "java.lang.String")
  public Mono<String> librarian(
      @KernelFunctionParameter(name = "request", description = "what to ask") String request)
      throws Exception {
    Kernel kernel = EndsProgram.kernel(url, new RungTools(library));
    return kernel
        .getService(ChatCompletionService.class)
        .getChatMessageContentsAsync(request, kernel, EndsProgram.answering())
        .map(messages -> messages.get(messages.size() - 1).getContent());
  }
}
