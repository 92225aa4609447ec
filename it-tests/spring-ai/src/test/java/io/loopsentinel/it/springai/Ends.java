package io.loopsentinel.it.springai;

import io.loopsentinel.it.contract.EndProgram;
import io.loopsentinel.it.contract.SearchedLibrary;
import io.loopsentinel.it.contract.Way;
import io.loopsentinel.it.contract.Way.InnerEnd;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.BiFunction;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.chat.client.ChatClient.ChatClientRequestSpec;
import org.springframework.ai.chat.client.advisor.MessageChatMemoryAdvisor;
import org.springframework.ai.chat.client.advisor.api.Advisor;
import org.springframework.ai.chat.memory.ChatMemory;
import org.springframework.ai.chat.memory.MessageWindowChatMemory;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.messages.Message;
import org.springframework.ai.chat.messages.UserMessage;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.chat.model.MessageAggregator;
import org.springframework.ai.chat.prompt.ChatOptions;
import org.springframework.ai.chat.prompt.Prompt;
import org.springframework.ai.model.tool.ToolCallingManager;
import org.springframework.ai.support.ToolCallbacks;
import reactor.core.publisher.Flux;

/** The ways of calling Spring AI, each with its chat memory. */
final class Ends {

  private Ends() {}

  /** The argument is the version. */
  public static void main(String[] args) {
    List<Way> ways = new ArrayList<>();
    ways.add(Way.of("`ChatClient`, called", (url, library) -> called(client(url, library))));
    ways.add(Way.of("`ChatClient`, streamed", (url, library) -> streamed(client(url, library))));
    // The error of a tool that is no RuntimeException is a result in 1.0.
    InnerEnd innerEnd = args[0].equals("1.0") ? InnerEnd.IS_RESULT_AT_CALL : InnerEnd.ENDS_RUN;
    ways.add(
        agentAsTool(
                "`ChatClient`, called, an agent as a tool",
                (url, library) -> called(manager(url, library, around(memory()))))
            .with(innerEnd));
    ways.add(
        agentAsTool(
                "`ChatClient`, streamed, an agent as a tool",
                (url, library) -> streamed(manager(url, library, around(memory()))))
            .with(innerEnd));
    for (LoopAdvisor advisor : LoopAdvisor.values()) {
      ways.add(
          agentAsTool(
              "`ChatClient`, called, %s, an agent as a tool".formatted(advisor.text()),
              (url, library) -> called(manager(url, library, advisor.around(memory())))));
      ways.add(
          Way.of(
              "`ChatClient`, called, " + advisor.text(),
              (url, library) -> called(client(url, library, advisor))));
      if (advisor.isKnownInStreams()) {
        ways.add(
            Way.of(
                "`ChatClient`, streamed, " + advisor.text(),
                (url, library) -> streamed(client(url, library, advisor))));
      }
    }
    ways.add(
        Way.of(
            "`ToolCallingManager`, called",
            (url, library) -> ownLoop(url, library, ChatModel::call)));
    // What 1.0 makes of the pieces of a response has no calls.
    if (!args[0].equals("1.0")) {
      ways.add(
          Way.of(
              "`ToolCallingManager`, streamed",
              (url, library) -> ownLoop(url, library, Ends::aggregated)));
    }
    EndProgram.play(ways);
  }

  private static ChatMemory memory() {
    return MessageWindowChatMemory.builder()
        .chatMemoryRepository(new StoredMessages())
        .maxMessages(100)
        .build();
  }

  private static Way agentAsTool(String name, Way.Factory factory) {
    return Way.ofAgentAsTool(name, "librarian", "request", factory);
  }

  /** Returns a client with a tool that is another client. */
  private static ChatClient manager(String url, SearchedLibrary library, List<Advisor> advisors) {
    Way.Assistant librarian = called(client(url, library));
    return client(url, new Librarian(question -> librarian.ask("manager", question)), advisors);
  }

  private static List<Advisor> around(ChatMemory memory) {
    return List.of(MessageChatMemoryAdvisor.builder(memory).build());
  }

  /** Returns a client whose memory has the questions and the answers. */
  private static ChatClient client(String url, SearchedLibrary library) {
    return client(url, new RungTools(library), around(memory()));
  }

  /** Returns a client whose memory has all messages. */
  private static ChatClient client(String url, SearchedLibrary library, LoopAdvisor advisor) {
    return client(url, new RungTools(library), advisor.around(memory()));
  }

  private static ChatClient client(String url, Object tools, List<Advisor> advisors) {
    return ChatClient.builder(SpringAi.model(url))
        .defaultAdvisors(advisors)
        .defaultTools(tools)
        .build();
  }

  private static ChatClientRequestSpec request(ChatClient client, String user, String question) {
    return client
        .prompt(question)
        .system("You search a library.")
        .advisors(advisors -> advisors.param(ChatMemory.CONVERSATION_ID, user));
  }

  private static Way.Assistant called(ChatClient client) {
    return (user, question) ->
        Objects.requireNonNull(request(client, user, question).call().content());
  }

  private static Way.Assistant streamed(ChatClient client) {
    return (user, question) ->
        String.join("", subscribed(request(client, user, question).stream().content()));
  }

  /** Subscribes as a server does that answers its own client, and does not block. */
  private static <T> List<T> subscribed(Flux<T> stream) throws Throwable {
    List<T> pieces = new ArrayList<>();
    CompletableFuture<List<T>> end = new CompletableFuture<>();
    stream.subscribe(pieces::add, end::completeExceptionally, () -> end.complete(pieces));
    try {
      return end.get();
    } catch (ExecutionException e) {
      throw e.getCause();
    }
  }

  private static ChatResponse aggregated(ChatModel model, Prompt prompt) {
    CompletableFuture<ChatResponse> whole = new CompletableFuture<>();
    new MessageAggregator().aggregate(model.stream(prompt), whole::complete).blockLast();
    return whole.join();
  }

  /** Returns a loop of the application, as the documentation of Spring AI has it. */
  private static Way.Assistant ownLoop(
      String url, SearchedLibrary library, BiFunction<ChatModel, Prompt, ChatResponse> ask) {
    ChatModel model = SpringAi.model(url);
    ToolCallingManager manager = ToolCallingManager.builder().build();
    ChatOptions options = SpringAi.ownLoop(ToolCallbacks.from(new RungTools(library)));
    ChatMemory memory = MessageWindowChatMemory.builder().maxMessages(100).build();
    return (user, question) -> {
      memory.add(user, new UserMessage(question));
      Prompt prompt = new Prompt(memory.get(user), options);
      ChatResponse response = ask.apply(model, prompt);
      memory.add(user, message(response));
      while (response.hasToolCalls()) {
        List<Message> history = manager.executeToolCalls(prompt, response).conversationHistory();
        memory.add(user, history.get(history.size() - 1));
        prompt = new Prompt(memory.get(user), options);
        response = ask.apply(model, prompt);
        memory.add(user, message(response));
      }
      return Objects.requireNonNull(message(response).getText());
    };
  }

  private static AssistantMessage message(ChatResponse response) {
    return Objects.requireNonNull(response.getResult()).getOutput();
  }
}
