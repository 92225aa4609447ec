package io.loopsentinel.engine.api;

import java.util.Map;

/** A receiver of events, found by {@link java.util.ServiceLoader}. */
public interface SinkExtension {

  /** Returns the name of its section in {@code telemetry.sinks}. */
  String name();

  /**
   * Returns a receiver for settings, as {@link DetectorExtension#configure} does. The receiver must
   * open its resources with the first event, because a configuration may be read without being
   * used.
   *
   * @throws SettingException if a setting is invalid
   */
  EventReceiver configure(Map<String, Object> settings) throws SettingException;
}
