package io.loopsentinel.it.springai;

import org.springframework.ai.chat.client.ChatClient.ChatClientRequestSpec;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.ai.model.tool.ToolCallingChatOptions;
import org.springframework.ai.openai.OpenAiChatModel;
import org.springframework.ai.openai.OpenAiChatOptions;
import org.springframework.ai.openai.api.OpenAiApi;
import org.springframework.ai.tool.ToolCallback;
import org.springframework.retry.support.RetryTemplate;

/** What Spring AI 1.x has its own way for. */
final class SpringAi {

  private static final String PATH = "/v1";

  private SpringAi() {}

  static ChatModel model(String url) {
    String host = url.substring(0, url.length() - PATH.length());
    return OpenAiChatModel.builder()
        .openAiApi(OpenAiApi.builder().baseUrl(host).apiKey("none").build())
        .defaultOptions(OpenAiChatOptions.builder().model("scripted").build())
        .build();
  }

  /** Returns a model that asks once and no more. */
  static ChatModel impatient(String url) {
    String host = url.substring(0, url.length() - PATH.length());
    return OpenAiChatModel.builder()
        .openAiApi(OpenAiApi.builder().baseUrl(host).apiKey("none").build())
        .defaultOptions(OpenAiChatOptions.builder().model("scripted").build())
        .retryTemplate(RetryTemplate.builder().maxAttempts(1).build())
        .build();
  }

  static ChatClientRequestSpec with(ToolCallback tool, ChatClientRequestSpec request) {
    return request.toolCallbacks(tool);
  }

  /** Returns options with which a model tells of tool calls and does not execute them. */
  static ToolCallingChatOptions ownLoop(ToolCallback... tools) {
    return OpenAiChatOptions.builder()
        .model("scripted")
        .toolCallbacks(tools)
        .internalToolExecutionEnabled(false)
        .build();
  }
}
