package io.loopsentinel.engine.api;

import java.util.Map;

/** A receiver of events, found by {@link java.util.ServiceLoader}. */
public interface SinkExtension {

  /** Returns the name of its section in {@code telemetry.sinks}. */
  String name();

  /**
   * Returns a receiver with the given settings; see {@link DetectorExtension#configure}. It must
   * not open resources before the first event, because a configuration may be read and not used.
   *
   * @throws SettingException if a setting is invalid
   */
  EventReceiver configure(Map<String, Object> settings) throws SettingException;
}
