package io.loopsentinel.it.langchain4j;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.langchain4j.model.anthropic.AnthropicChatModel;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.googleai.GoogleAiGeminiChatModel;
import dev.langchain4j.service.AiServices;
import io.loopsentinel.it.model.Reply.Answer;
import io.loopsentinel.it.model.Script;
import io.loopsentinel.it.model.ScriptedModelServer;

/** Asks a model of a provider other than OpenAI once; prints what the model has seen. */
final class CachedTokensProgram {

  private static final Script ANSWERING = conversation -> new Answer("There are three books.");

  enum Provider {
    ANTHROPIC {
      @Override
      ScriptedModelServer start() {
        return ScriptedModelServer.startAnthropic(ANSWERING);
      }

      @Override
      ChatModel model(String url) {
        return AnthropicChatModel.builder()
            .baseUrl(url)
            .apiKey("none")
            .modelName("scripted")
            .build();
      }
    },

    GOOGLE {
      @Override
      ScriptedModelServer start() {
        return ScriptedModelServer.startGemini(ANSWERING);
      }

      @Override
      ChatModel model(String url) {
        return GoogleAiGeminiChatModel.builder()
            .baseUrl(url)
            .apiKey("none")
            .modelName("scripted")
            .build();
      }
    };

    abstract ScriptedModelServer start();

    abstract ChatModel model(String url);
  }

  private CachedTokensProgram() {}

  /** Takes the name of a provider. */
  public static void main(String[] args) throws Throwable {
    Provider provider = Provider.valueOf(args[0]);
    try (ScriptedModelServer server = provider.start()) {
      AiServices.create(Assistant.class, provider.model(server.baseUrl()))
          .answer("What is there on loops?");
      System.out.println(new ObjectMapper().writeValueAsString(server.log()));
    }
  }
}
