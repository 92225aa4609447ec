package com.acme.shapes.locked;

import java.util.concurrent.locks.ReentrantLock;

/** What a tool gave, read under a lock because the tool may still be writing. */
public final class Observation {

  private final Body body = new Body();
  private final boolean failed;

  Observation(String text, boolean failed) {
    body.append(text);
    this.failed = failed;
  }

  public static Observation ok(String text) {
    return new Observation(text, false);
  }

  public static Observation error(String text) {
    return new Observation(text, true);
  }

  public String text() {
    return body.text();
  }

  public boolean failed() {
    return failed;
  }

  /** What is written and read by several threads. */
  static final class Body {

    private final ReentrantLock lock = new ReentrantLock();
    private String written = "";

    void append(String text) {
      lock.lock();
      try {
        written += text;
      } finally {
        lock.unlock();
      }
    }

    String text() {
      lock.lock();
      try {
        return written;
      } finally {
        lock.unlock();
      }
    }
  }
}
