package io.loopsentinel.engine.api;

import org.jspecify.annotations.Nullable;

/** Keeps a text when the JVM ends. Has to be thread-safe: a slow write may meet the next one. */
public interface StateStore {

  /** Returns the text that was written last, or {@code null} where none was. */
  @Nullable String read() throws Exception;

  /** Keeps a text in the place of the one before, as a whole or not at all. */
  void write(String state) throws Exception;
}
