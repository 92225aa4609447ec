package com.acme;

/** Answers users. */
public final class Assistant {

  public String ask(String conversation, String question) {
    return conversation + question;
  }
}
