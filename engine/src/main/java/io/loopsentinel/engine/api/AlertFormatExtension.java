package io.loopsentinel.engine.api;

import java.util.Map;

/** An alert format, found by {@link java.util.ServiceLoader}. */
public interface AlertFormatExtension {

  /** Returns the name that the {@code format} of a webhook refers to. */
  String name();

  /**
   * Returns the body of a request as JSON. Must be thread-safe.
   *
   * @param alert the members of the format {@code json}: texts, numbers, lists and maps by name
   */
  String write(Map<String, Object> alert) throws Exception;
}
