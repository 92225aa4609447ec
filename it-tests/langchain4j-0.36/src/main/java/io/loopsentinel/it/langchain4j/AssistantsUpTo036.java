package io.loopsentinel.it.langchain4j;

import dev.langchain4j.model.chat.ChatLanguageModel;
import dev.langchain4j.model.chat.StreamingChatLanguageModel;
import dev.langchain4j.model.openai.OpenAiChatModel;
import dev.langchain4j.model.openai.OpenAiStreamingChatModel;
import dev.langchain4j.service.AiServices;
import dev.langchain4j.service.TokenStream;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;

/** Assistants by the API that ended with 0.36, whose models are still "language models". */
final class AssistantsUpTo036 implements Assistants {

  interface Streaming {
    TokenStream answer(String question);
  }

  @Override
  public Assistant of(Dispatch dispatch, String modelUrl, SearchTool tool, Executor executor) {
    AiServices<Assistant> service =
        AiServices.builder(Assistant.class).chatLanguageModel(model(modelUrl));
    return switch (dispatch) {
      case SYNCHRONOUS -> service.tools(tool).build();
      case CONCURRENT -> throw new IllegalArgumentException("1.4 was the first with it");
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

  private static Assistant streaming(String modelUrl, SearchTool tool) {
    StreamingChatLanguageModel model =
        OpenAiStreamingChatModel.builder()
            .baseUrl(modelUrl)
            .apiKey("none")
            .modelName("scripted")
            .build();
    Streaming service =
        AiServices.builder(Streaming.class).streamingChatLanguageModel(model).tools(tool).build();
    return question -> {
      CompletableFuture<String> answer = new CompletableFuture<>();
      service
          .answer(question)
          .onNext(piece -> {})
          .onComplete(response -> answer.complete(response.content().text()))
          .onError(answer::completeExceptionally)
          .start();
      try {
        return answer.get();
      } catch (ExecutionException e) {
        throw e.getCause();
      }
    };
  }

  private static ChatLanguageModel model(String url) {
    return OpenAiChatModel.builder().baseUrl(url).apiKey("none").modelName("scripted").build();
  }
}
