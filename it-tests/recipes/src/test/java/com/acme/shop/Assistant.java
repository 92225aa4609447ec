package com.acme.shop;

import dev.langchain4j.service.AiServices;

/** Answers the customers of a shop. */
public interface Assistant {

  String answer(String question);

  /**
   * Creates an assistant whose model asks for the same again and again.
   *
   * @param patience how often it has to be told that it does
   */
  static Assistant stubborn(int patience) {
    return AiServices.builder(Assistant.class)
        .chatModel(new StubbornModel(patience))
        .tools(new Orders())
        .build();
  }
}
