package io.loopsentinel.it.semantickernel;

import com.azure.ai.openai.OpenAIClientBuilder;
import com.microsoft.semantickernel.Kernel;
import com.microsoft.semantickernel.aiservices.openai.chatcompletion.OpenAIChatCompletion;
import com.microsoft.semantickernel.orchestration.InvocationContext;
import com.microsoft.semantickernel.orchestration.InvocationReturnMode;
import com.microsoft.semantickernel.orchestration.ToolCallBehavior;
import com.microsoft.semantickernel.plugin.KernelPluginFactory;
import com.microsoft.semantickernel.services.chatcompletion.ChatCompletionService;
import com.microsoft.semantickernel.services.chatcompletion.ChatHistory;
import com.microsoft.semantickernel.services.chatcompletion.ChatMessageContent;
import io.loopsentinel.it.contract.EndProgram;
import io.loopsentinel.it.contract.Way;
import io.loopsentinel.it.model.Reply;
import io.loopsentinel.it.model.Reply.ToolCall;
import io.loopsentinel.it.model.Reply.ToolCalls;
import io.loopsentinel.it.model.ScriptedModelServer;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/**
 * The ways of calling Semantic Kernel. The memory is the {@link ChatHistory} of each user, to which
 * the application adds what a run gives; one that fails gives nothing.
 */
final class EndsProgram {

  /** Waits for an answer, as callers do. */
  private interface Caller {
    @Nullable List<ChatMessageContent<?>> await(Mono<List<ChatMessageContent<?>>> answer)
        throws Throwable;
  }

  private static final String PLUGIN = "library";

  /** What Semantic Kernel puts before the names of functions. */
  static final String PREFIX = PLUGIN + "-";

  private EndsProgram() {}

  public static void main(String[] args) {
    EndProgram.play(
        script -> ScriptedModelServer.start(conversation -> prefixed(script.next(conversation))),
        List.of(
            chat("`block`", false, Mono::block),
            chat("`toFuture().join()`", false, answer -> answer.toFuture().join()),
            chat("`subscribe`", false, EndsProgram::subscribed),
            chat("`subscribe`, asynchronous functions", true, EndsProgram::subscribed),
            Way.ofAgentAsTool(
                    "`block`, an agent as a function",
                    "librarian",
                    "request",
                    (url, library) -> asking(kernel(url, new Librarian(url, library)), Mono::block))
                .with(Way.InnerEnd.IS_RESULT),
            Way.of(
                    "prompt, `block`",
                    (url, library) -> {
                      Kernel kernel = kernel(url, new RungTools(library));
                      return (user, question) ->
                          Objects.requireNonNull(
                                  kernel
                                      .<String>invokePromptAsync(question)
                                      .withToolCallBehavior(
                                          ToolCallBehavior.allowAllKernelFunctions(true))
                                      .withResultType(String.class)
                                      .block())
                              .getResult();
                    })
                .withoutMemory()));
  }

  private static Way chat(String name, boolean late, Caller caller) {
    return Way.of(
        name,
        (url, library) ->
            asking(
                kernel(url, late ? new LateRungTools(library) : new RungTools(library)), caller));
  }

  private static Way.Assistant asking(Kernel kernel, Caller caller) throws Exception {
    ChatCompletionService model = kernel.getService(ChatCompletionService.class);
    InvocationContext context = answering();
    Map<String, ChatHistory> histories = new ConcurrentHashMap<>();
    return (user, question) -> {
      ChatHistory history = histories.computeIfAbsent(user, key -> new ChatHistory());
      history.addUserMessage(question);
      List<ChatMessageContent<?>> messages =
          Objects.requireNonNull(
              caller.await(model.getChatMessageContentsAsync(history, kernel, context)));
      history.addAll(messages);
      return messages.get(messages.size() - 1).getContent();
    };
  }

  static InvocationContext answering() {
    return InvocationContext.builder()
        .withToolCallBehavior(ToolCallBehavior.allowAllKernelFunctions(true))
        .withReturnMode(InvocationReturnMode.NEW_MESSAGES_ONLY)
        .build();
  }

  private static Reply prefixed(Reply reply) {
    return reply instanceof ToolCalls tools
        ? new ToolCalls(
            tools.calls().stream()
                .map(call -> new ToolCall(PREFIX + call.tool(), call.arguments()))
                .toList())
        : reply;
  }

  static Kernel kernel(String url, Object functions) {
    return Kernel.builder()
        .withAIService(
            ChatCompletionService.class,
            OpenAIChatCompletion.builder()
                .withOpenAIAsyncClient(new OpenAIClientBuilder().endpoint(url).buildAsyncClient())
                .withModelId("scripted")
                .build())
        .withPlugin(KernelPluginFactory.createFromObject(functions, PLUGIN))
        .build();
  }

  private static @Nullable List<ChatMessageContent<?>> subscribed(
      Mono<List<ChatMessageContent<?>>> answer) throws Throwable {
    CompletableFuture<List<ChatMessageContent<?>>> end = new CompletableFuture<>();
    var unused = answer.subscribe(end::complete, end::completeExceptionally);
    try {
      return end.get();
    } catch (ExecutionException e) {
      throw e.getCause();
    }
  }
}
