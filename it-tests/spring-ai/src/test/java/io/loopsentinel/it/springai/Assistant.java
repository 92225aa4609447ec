package io.loopsentinel.it.springai;

import io.loopsentinel.it.scenario.Library;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.chat.messages.UserMessage;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.chat.prompt.ChatOptions;
import org.springframework.ai.chat.prompt.Prompt;
import org.springframework.ai.model.tool.ToolCallingManager;
import org.springframework.ai.tool.ToolCallback;
import org.springframework.ai.tool.function.FunctionToolCallback;

/** Answers questions with the help of one tool. For several users at once. */
@FunctionalInterface
interface Assistant {

  /** Answers a question; fails as Spring AI fails. */
  @Nullable String answer(String question);

  /** The arguments of the tool where it is a function. */
  record Query(String query) {}

  /** Returns a function that asks a new assistant that searches a library. */
  static Callable<String> asked(Dispatch dispatch, String modelUrl, Library library) {
    Assistant assistant = of(dispatch, SpringAi.model(modelUrl), new SearchTool(library));
    return () -> String.valueOf(assistant.answer("What is there on loops?"));
  }

  static Assistant of(Dispatch dispatch, ChatModel model, SearchTool tool) {
    ChatClient client = ChatClient.create(model);
    // One object for all who ask the same, as in an application that has it for a constant.
    UserMessage message = new UserMessage("What is there on loops?");
    ToolCallback callback = new SearchCallback(tool);
    return switch (dispatch) {
      case CALLED -> question -> client.prompt().messages(message).tools(tool).call().content();
      case STREAMED ->
          question ->
              String.join(
                  "",
                  client.prompt().messages(message).tools(tool).stream()
                      .content()
                      .collectList()
                      .blockOptional()
                      .orElseThrow());
      case CALLBACK ->
          question -> SpringAi.with(callback, client.prompt(question)).call().content();
      case OWN_LOOP -> ownLoop(model, tool);
    };
  }

  private static Assistant ownLoop(ChatModel model, SearchTool tool) {
    ToolCallback function =
        FunctionToolCallback.builder("search", (Query query) -> tool.search(query.query()))
            .description("Searches the library")
            .inputType(Query.class)
            .build();
    ToolCallingManager manager = new DelegatingToolCallingManager();
    ChatOptions options = SpringAi.ownLoop(function);
    return question -> {
      Prompt prompt = new Prompt(List.of(new UserMessage(question)), options);
      ChatResponse response = model.call(prompt);
      while (response.hasToolCalls()) {
        prompt =
            new Prompt(manager.executeToolCalls(prompt, response).conversationHistory(), options);
        response = model.call(prompt);
      }
      return Objects.requireNonNull(response.getResult()).getOutput().getText();
    };
  }
}
