package com.acme.shapes.counted;

import java.util.List;

/** A reply that counts who reads it. */
public final class Reply {

  private final String text;
  private final List<Action> actions;
  private int reads;

  Reply(String text, List<Action> actions) {
    this.text = text;
    this.actions = actions;
  }

  public String getText() {
    reads++;
    return text;
  }

  public List<Action> getActions() {
    return actions;
  }

  public int getReads() {
    return reads;
  }
}
