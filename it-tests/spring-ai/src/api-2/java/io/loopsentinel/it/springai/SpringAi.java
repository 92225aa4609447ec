package io.loopsentinel.it.springai;

import org.springframework.ai.chat.client.ChatClient.ChatClientRequestSpec;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.ai.model.tool.ToolCallingChatOptions;
import org.springframework.ai.openai.OpenAiChatModel;
import org.springframework.ai.openai.OpenAiChatOptions;
import org.springframework.ai.tool.ToolCallback;
import org.springframework.ai.tool.augment.AugmentedToolCallback;

/** What Spring AI 2.x has its own way for. */
final class SpringAi {

  private SpringAi() {}

  static ChatModel model(String url) {
    return OpenAiChatModel.builder()
        .options(OpenAiChatOptions.builder().baseUrl(url).apiKey("none").model("scripted").build())
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
