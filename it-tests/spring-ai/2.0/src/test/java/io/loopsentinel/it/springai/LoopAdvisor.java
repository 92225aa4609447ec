package io.loopsentinel.it.springai;

import java.util.List;
import org.springframework.ai.chat.client.advisor.MessageChatMemoryAdvisor;
import org.springframework.ai.chat.client.advisor.ToolCallingAdvisor;
import org.springframework.ai.chat.client.advisor.api.Advisor;
import org.springframework.ai.chat.memory.ChatMemory;

/** The loops of tool calls that are an advisor, around the one of the memory. */
enum LoopAdvisor {
  /** The memory gives the request all messages of the conversation. */
  WITHOUT_HISTORY("all in memory");

  private final String text;

  LoopAdvisor(String text) {
    this.text = text;
  }

  String text() {
    return text;
  }

  /** Whether a stream shows which requests are of one run. */
  boolean isKnownInStreams() {
    return true;
  }

  List<Advisor> around(ChatMemory memory) {
    ToolCallingAdvisor loop =
        ToolCallingAdvisor.builder()
            .disableInternalConversationHistory()
            .advisorOrder(Advisor.DEFAULT_CHAT_MEMORY_PRECEDENCE_ORDER - 1)
            .build();
    return List.of(loop, MessageChatMemoryAdvisor.builder(memory).build());
  }
}
