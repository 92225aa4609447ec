package com.acme.shop;

import dev.langchain4j.memory.ChatMemory;
import io.loopsentinel.ToolLoopError;

/** Answers a customer, whatever becomes of the assistant. */
final class Desk {

  private final Assistant assistant;
  private final ChatMemory memory;

  Desk(Assistant assistant, ChatMemory memory) {
    this.assistant = assistant;
    this.memory = memory;
  }

  String answer(String question) {
    try {
      return assistant.answer(question);
    } catch (RuntimeException | Error failed) {
      if (ToolLoopError.findIn(failed).isEmpty()) {
        throw failed;
      }
      memory.clear();
      return "I went round in circles and stopped. Please ask in another way.";
    }
  }
}
