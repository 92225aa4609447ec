package com.acme.shapes.randomid;

import java.time.Instant;
import java.util.UUID;

/** What a tool did, with an id and times of its own. */
public final class ToolExecution {

  private final UUID id = UUID.randomUUID();
  private final Instant finishedAt = Instant.now();
  private final long nanos;
  private final String text;

  public ToolExecution(long nanos, String text) {
    this.nanos = nanos;
    this.text = text;
  }

  public UUID id() {
    return id;
  }

  public Instant finishedAt() {
    return finishedAt;
  }

  public long nanos() {
    return nanos;
  }

  public String text() {
    return text;
  }
}
