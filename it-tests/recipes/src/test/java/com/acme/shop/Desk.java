package com.acme.shop;

import io.loopsentinel.ToolLoopError;

/** Answers a customer, whatever becomes of the assistant. */
final class Desk {

  private final Assistant assistant;

  Desk(Assistant assistant) {
    this.assistant = assistant;
  }

  String answer(String question) {
    try {
      return assistant.answer(question);
    } catch (RuntimeException | Error failed) {
      if (ToolLoopError.findIn(failed).isEmpty()) {
        throw failed;
      }
      return "I went round in circles and stopped. Please ask in another way.";
    }
  }
}
