package io.loopsentinel.it.langchain4j;

import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.StreamingChatModel;
import dev.langchain4j.model.openai.OpenAiChatModel;
import dev.langchain4j.model.openai.OpenAiStreamingChatModel;
import dev.langchain4j.service.AiServices;
import dev.langchain4j.service.TokenStream;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;

/** Assistants by the API of 1.0 and newer; compiled with the newest, they run on all. */
final class AssistantsSince10 implements Assistants {

  interface Streaming {
    TokenStream answer(String question);
  }

  @Override
  public Assistant of(Dispatch dispatch, String modelUrl, SearchTool tool, Executor executor) {
    AiServices<Assistant> service = AiServices.builder(Assistant.class).chatModel(model(modelUrl));
    return switch (dispatch) {
      case SYNCHRONOUS -> service.tools(tool).build();
      case CONCURRENT -> service.tools(tool).executeToolsConcurrently(executor).build();
      case EXECUTOR ->
          service.tools(Map.of(SearchTool.specification(), new SearchExecutor(tool))).build();
      case LAMBDA ->
          service
              .tools(
                  Map.of(
                      SearchTool.specification(),
                      (call, memory) -> tool.searchByArguments(call.arguments())))
              .build();
      case STREAMING -> streaming(modelUrl, tool);
    };
  }

  /** Returns a function that asks a new assistant. */
  static Callable<String> asked(Dispatch dispatch, String modelUrl, SearchTool tool) {
    Assistant assistant =
        new AssistantsSince10().of(dispatch, modelUrl, tool, Executors.newCachedThreadPool());
    return () -> LangChain4jApplication.ask(assistant);
  }

  private static Assistant streaming(String modelUrl, SearchTool tool) {
    StreamingChatModel model =
        OpenAiStreamingChatModel.builder()
            .baseUrl(modelUrl)
            .apiKey("none")
            .modelName("scripted")
            .build();
    Streaming service =
        AiServices.builder(Streaming.class).streamingChatModel(model).tools(tool).build();
    return question -> {
      CompletableFuture<String> answer = new CompletableFuture<>();
      service
          .answer(question)
          .onPartialResponse(piece -> {})
          .onCompleteResponse(response -> answer.complete(response.aiMessage().text()))
          .onError(answer::completeExceptionally)
          .start();
      try {
        return answer.get();
      } catch (ExecutionException e) {
        throw e.getCause();
      }
    };
  }

  /** Returns the scripted model at an address. */
  static ChatModel model(String url) {
    return OpenAiChatModel.builder().baseUrl(url).apiKey("none").modelName("scripted").build();
  }
}
