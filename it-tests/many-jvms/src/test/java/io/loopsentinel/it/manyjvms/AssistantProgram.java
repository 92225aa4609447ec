package io.loopsentinel.it.manyjvms;

import dev.langchain4j.agent.tool.Tool;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.ChatMessageDeserializer;
import dev.langchain4j.data.message.ChatMessageSerializer;
import dev.langchain4j.memory.chat.ChatMemoryProvider;
import dev.langchain4j.memory.chat.MessageWindowChatMemory;
import dev.langchain4j.model.openai.OpenAiChatModel;
import dev.langchain4j.model.openai.OpenAiStreamingChatModel;
import dev.langchain4j.service.AiServices;
import dev.langchain4j.service.MemoryId;
import dev.langchain4j.service.TokenStream;
import dev.langchain4j.service.UserMessage;
import dev.langchain4j.store.memory.chat.ChatMemoryStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * One of several JVMs that answer with an AI service of LangChain4j, whose memories are in a folder
 * that all use. Reads lines {@code ask ID CONVERSATION QUESTION}, or {@code stream} for an answer
 * that is streamed, and prints each answer.
 *
 * <p>The arguments: the URL of the model, the folder.
 */
public final class AssistantProgram {

  private AssistantProgram() {}

  /** An assistant that keeps its conversations apart. */
  interface Assistant {
    String answer(@MemoryId String conversation, @UserMessage String question);
  }

  /** As {@link Assistant}, but streams. */
  interface StreamingAssistant {
    TokenStream answer(@MemoryId String conversation, @UserMessage String question);
  }

  /** The assistant's tool. */
  static final class SearchTool {
    @Tool
    String search(String query) {
      return "books about " + query;
    }
  }

  /** A file for each conversation. */
  record Memories(Path folder) implements ChatMemoryStore {

    @Override
    public List<ChatMessage> getMessages(Object id) {
      try {
        Path file = folder.resolve(id.toString());
        return Files.exists(file)
            ? ChatMessageDeserializer.messagesFromJson(Files.readString(file))
            : List.of();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    @Override
    public void updateMessages(Object id, List<ChatMessage> messages) {
      try {
        Files.writeString(
            folder.resolve(id.toString()), ChatMessageSerializer.messagesToJson(messages));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    @Override
    public void deleteMessages(Object id) {
      throw new UnsupportedOperationException();
    }
  }

  public static void main(String[] args) throws Exception {
    Memories memories = new Memories(Path.of(args[1]));
    ChatMemoryProvider provider =
        id ->
            MessageWindowChatMemory.builder()
                .id(id)
                .maxMessages(100)
                .chatMemoryStore(memories)
                .build();
    Assistant assistant =
        AiServices.builder(Assistant.class)
            .chatModel(
                OpenAiChatModel.builder()
                    .baseUrl(args[0])
                    .apiKey("none")
                    .modelName("scripted")
                    .maxRetries(0)
                    .build())
            .chatMemoryProvider(provider)
            .tools(new SearchTool())
            .build();
    StreamingAssistant streaming =
        AiServices.builder(StreamingAssistant.class)
            .streamingChatModel(
                OpenAiStreamingChatModel.builder()
                    .baseUrl(args[0])
                    .apiKey("none")
                    .modelName("scripted")
                    .build())
            .chatMemoryProvider(provider)
            .tools(new SearchTool())
            .build();
    Commands.serve(
        words ->
            words[0].equals("stream")
                ? streamed(streaming.answer(words[2], words[3]))
                : assistant.answer(words[2], words[3]));
  }

  private static String streamed(TokenStream stream) throws Exception {
    CompletableFuture<String> answer = new CompletableFuture<>();
    stream
        .onPartialResponse(piece -> {})
        .onCompleteResponse(response -> answer.complete(response.aiMessage().text()))
        .onError(error -> answer.complete(error.getClass().getSimpleName()))
        .start();
    return answer.get();
  }
}
