package io.loopsentinel.it.semantickernel;

import com.azure.ai.openai.OpenAIClientBuilder;
import com.microsoft.semantickernel.Kernel;
import com.microsoft.semantickernel.aiservices.openai.chatcompletion.OpenAIChatCompletion;
import com.microsoft.semantickernel.orchestration.FunctionResult;
import com.microsoft.semantickernel.orchestration.InvocationContext;
import com.microsoft.semantickernel.orchestration.ToolCallBehavior;
import com.microsoft.semantickernel.plugin.KernelPluginFactory;
import com.microsoft.semantickernel.services.chatcompletion.ChatCompletionService;
import com.microsoft.semantickernel.services.chatcompletion.ChatHistory;
import com.microsoft.semantickernel.services.chatcompletion.ChatMessageContent;
import io.loopsentinel.it.scenario.Library;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/** Answers questions with the help of a kernel. For several users at once. */
final class Assistant {

  /** What it answers where Semantic Kernel gives no text. */
  static final String NO_ANSWER = "";

  private final Dispatch dispatch;
  private final ChatCompletionService model;
  private final Kernel kernel;
  private final InvocationContext context;

  /**
   * Creates one that has the kernel invoke its function as it is said.
   *
   * @param modelUrl where the model is asked
   */
  Assistant(Dispatch dispatch, String modelUrl, Library library) {
    this.dispatch = dispatch;
    this.model =
        OpenAIChatCompletion.builder()
            .withOpenAIAsyncClient(new OpenAIClientBuilder().endpoint(modelUrl).buildAsyncClient())
            .withModelId("scripted")
            .build();
    this.kernel =
        Kernel.builder()
            .withAIService(ChatCompletionService.class, model)
            .withPlugin(
                KernelPluginFactory.createFromObject(
                    dispatch == Dispatch.ASYNCHRONOUS
                        ? new LateSearchTool(library)
                        : new SearchTool(library),
                    "library"))
            .build();
    this.context =
        InvocationContext.builder()
            .withToolCallBehavior(ToolCallBehavior.allowAllKernelFunctions(true))
            .build();
  }

  Conversation conversation() {
    ChatHistory history = new ChatHistory();
    return switch (dispatch) {
      case CHAT -> question -> take(ask(history, question).block(), history);
      case ASYNCHRONOUS -> question -> take(ask(history, question).toFuture().join(), history);
      case PROMPT -> this::prompt;
    };
  }

  /** A user's conversation, in which questions follow each other. */
  @FunctionalInterface
  interface Conversation {

    /** Answers a question; fails as Semantic Kernel fails. */
    String answer(String question);
  }

  private Mono<List<ChatMessageContent<?>>> ask(ChatHistory history, String question) {
    history.addUserMessage(question);
    return model.getChatMessageContentsAsync(history, kernel, context);
  }

  private static String take(@Nullable List<ChatMessageContent<?>> messages, ChatHistory history) {
    history.addAll(Objects.requireNonNull(messages));
    return orNone(messages.get(messages.size() - 1).getContent());
  }

  private String prompt(String question) {
    FunctionResult<String> result =
        kernel
            .<String>invokePromptAsync(question)
            .withToolCallBehavior(context.getToolCallBehavior())
            .withResultType(String.class)
            .block();
    return orNone(result == null ? null : result.getResult());
  }

  private static String orNone(@Nullable String text) {
    return Objects.requireNonNullElse(text, NO_ANSWER);
  }
}
