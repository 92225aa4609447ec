package io.loopsentinel.it.springai;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.openai.core.ObjectMappers;
import com.openai.models.chat.completions.ChatCompletion;
import com.openai.models.chat.completions.ChatCompletionChunk;
import com.openai.models.completions.CompletionUsage;
import org.springframework.ai.chat.client.ChatClient.ChatClientRequestSpec;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.ai.model.tool.ToolCallingChatOptions;
import org.springframework.ai.openai.OpenAiChatModel;
import org.springframework.ai.openai.OpenAiChatOptions;
import org.springframework.ai.tool.ToolCallback;
import org.springframework.ai.tool.augment.AugmentedToolCallback;

/** What Spring AI 2.x has its own way for. */
final class SpringAi {

  /** A response as the client's library reads it. */
  private static final String RESPONSE =
      """
      {"id": "1", "created": 1, "model": "m", "choices": [], "usage":
       {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2, "prompt_tokens_details": {"cached_tokens": 1}}}
      """;

  private SpringAi() {}

  static ChatModel model(String url) {
    readResponse();
    return OpenAiChatModel.builder()
        .options(OpenAiChatOptions.builder().baseUrl(url).apiKey("none").model("scripted").build())
        .build();
  }

  /**
   * Reads a response on one thread. The library now and then takes the usage in one of two
   * responses for invalid if they are the first that it reads, at the same time.
   */
  private static void readResponse() {
    try {
      JsonMapper mapper = ObjectMappers.jsonMapper();
      CompletionUsage whole =
          mapper.readValue(RESPONSE, ChatCompletion.class).usage().orElseThrow();
      CompletionUsage streamed =
          mapper.readValue(RESPONSE, ChatCompletionChunk.class).usage().orElseThrow();
      if (whole.totalTokens() != streamed.totalTokens()) {
        throw new IllegalStateException(whole + " differs from " + streamed);
      }
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Returns a model that asks once and no more. */
  static ChatModel impatient(String url) {
    return OpenAiChatModel.builder()
        .options(
            OpenAiChatOptions.builder()
                .baseUrl(url)
                .apiKey("none")
                .model("scripted")
                .maxRetries(0)
                .build())
        .build();
  }

  /** What a model tells beside the arguments of a tool. */
  record Reason(String reason) {}

  /** Adds a tool, which has the model tell what it calls it for. */
  static ChatClientRequestSpec with(ToolCallback tool, ChatClientRequestSpec request) {
    return request.tools(new AugmentedToolCallback<>(tool, Reason.class, reason -> {}, true));
  }

  /** Returns options with which a model tells of tool calls; it does not execute them anyway. */
  static ToolCallingChatOptions ownLoop(ToolCallback... tools) {
    return OpenAiChatOptions.builder().model("scripted").toolCallbacks(tools).build();
  }
}
