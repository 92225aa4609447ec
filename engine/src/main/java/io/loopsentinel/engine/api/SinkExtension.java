package io.loopsentinel.engine.api;

import java.util.Map;

/** A receiver of events of an extension, found by {@link java.util.ServiceLoader}. */
public interface SinkExtension {

  /** Returns its name, by which {@code telemetry.sinks} configures it. */
  String name();

  /**
   * Returns the receiver that its settings ask for; as {@link DetectorExtension#configure}. What it
   * needs to open it opens with the first event: a configuration may be read and not be used.
   *
   * @throws SettingException if a setting does not fit
   */
  EventReceiver configure(Map<String, Object> settings) throws SettingException;
}
