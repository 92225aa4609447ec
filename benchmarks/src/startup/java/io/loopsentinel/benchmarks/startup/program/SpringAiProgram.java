package io.loopsentinel.benchmarks.startup.program;

import java.util.List;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.messages.Message;
import org.springframework.ai.chat.messages.ToolResponseMessage;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.chat.model.Generation;
import org.springframework.ai.chat.prompt.ChatOptions;
import org.springframework.ai.chat.prompt.Prompt;
import org.springframework.ai.model.tool.ToolCallingChatOptions;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * A Spring Boot application without a web server, whose model calls a tool of Spring AI once and
 * answers with its result.
 */
@Configuration(proxyBeanMethods = false)
@EnableAutoConfiguration
public class SpringAiProgram {

  /** Takes no arguments. */
  public static void main(String[] args) {
    try (ConfigurableApplicationContext context =
        SpringApplication.run(SpringAiProgram.class, args)) {
      System.out.println(
          context
              .getBean(ChatClient.class)
              .prompt("What is there on loops?")
              .tools(context.getBean(SpringAiTool.class))
              .call()
              .content());
    }
  }

  @Bean
  SpringAiTool tool() {
    return new SpringAiTool();
  }

  @Bean
  ChatModel model() {
    return new ScriptedModel();
  }

  @Bean
  ChatClient client(ChatModel model) {
    return ChatClient.create(model);
  }

  private static final class ScriptedModel implements ChatModel {

    @Override
    public ChatOptions getOptions() {
      return ToolCallingChatOptions.builder().build();
    }

    @Override
    public ChatResponse call(Prompt prompt) {
      List<Message> messages = prompt.getInstructions();
      AssistantMessage answer =
          messages.get(messages.size() - 1) instanceof ToolResponseMessage response
              ? new AssistantMessage(response.getResponses().get(0).responseData())
              : AssistantMessage.builder()
                  .content("")
                  .toolCalls(
                      List.of(
                          new AssistantMessage.ToolCall(
                              "1", "function", "search", "{\"query\": \"loops\"}")))
                  .build();
      return new ChatResponse(List.of(new Generation(answer)));
    }
  }
}
