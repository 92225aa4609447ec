package io.loopsentinel.engine.settings;

/** The treatment of calls while the store of shared sessions fails. */
public enum OnStoreError {
  /** Calls are judged by what this JVM knows. */
  LOCAL,
  /** Calls run and are not judged. */
  OPEN,
  /** Calls do not run; the model reads a hint to try again later. */
  HINT
}
