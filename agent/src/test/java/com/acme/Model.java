package com.acme;

import org.jspecify.annotations.Nullable;

/** A model. */
public final class Model {

  /** What it used. */
  public record Usage(int input, int output) {}

  /** What it said. */
  public record Reply(String text, @Nullable Usage usage) {}

  /** Asks it once. */
  public Reply chat(String prompt) {
    return new Reply(prompt, null);
  }
}
