package io.loopsentinel.engine.api;

import java.util.Map;

/** A form of alerts of an extension, found by {@link java.util.ServiceLoader}. */
public interface AlertFormatExtension {

  /** Returns its name, by which the {@code format} of a webhook chooses it. */
  String name();

  /**
   * Returns the body of a request, as JSON. Has to be thread-safe.
   *
   * @param alert what the format {@code json} sends: texts, numbers, lists and maps by their names
   */
  String write(Map<String, Object> alert) throws Exception;
}
