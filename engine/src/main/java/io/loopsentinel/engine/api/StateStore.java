package io.loopsentinel.engine.api;

import org.jspecify.annotations.Nullable;

/** Stores a text beyond the life of the JVM. Must be thread-safe: writes may overlap. */
public interface StateStore {

  /** Returns the text that was written last, or {@code null} if none was. */
  @Nullable String read() throws Exception;

  /** Replaces the stored text, as a whole or not at all. */
  void write(String state) throws Exception;
}
