package com.acme.shapes.counted;

import java.util.concurrent.atomic.AtomicLong;

/** A call that the model asks for, whose arguments are handed out for a fee. */
public final class Action {

  private static final AtomicLong BILLED = new AtomicLong();

  private final String name;
  private final String payload;

  Action(String name, String payload) {
    this.name = name;
    this.payload = payload;
  }

  public String getName() {
    return name;
  }

  public String getArguments() {
    BILLED.incrementAndGet();
    return payload;
  }

  public static long billed() {
    return BILLED.get();
  }
}
