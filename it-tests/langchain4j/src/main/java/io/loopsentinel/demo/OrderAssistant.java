package io.loopsentinel.demo;

import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.openai.OpenAiChatModel;
import dev.langchain4j.service.AiServices;
import dev.langchain4j.service.SystemMessage;

/** The assistant of a web shop: an ordinary LangChain4j program. */
public final class OrderAssistant {

  /** What LangChain4j implements. */
  interface Assistant {

    @SystemMessage("You help the customers of a web shop. Look things up before you answer.")
    String answer(String question);
  }

  private OrderAssistant() {}

  /** Answers the question in the second argument with the model at the URL in the first. */
  public static void main(String[] args) {
    ChatModel model =
        OpenAiChatModel.builder().baseUrl(args[0]).apiKey("none").modelName("scripted").build();
    Assistant assistant =
        AiServices.builder(Assistant.class).chatModel(model).tools(new OrderTools()).build();
    System.out.println("Answer: " + assistant.answer(args[1]));
  }
}
