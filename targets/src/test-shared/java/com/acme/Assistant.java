package com.acme;

/** Answers users. */
public final class Assistant {

  /** Answers a question of a conversation. */
  public String ask(String conversation, String question) {
    return conversation + question;
  }
}
