package io.loopsentinel.engine.api;

import java.util.Map;

/** A kind of {@link SharedStore}, found by {@link java.util.ServiceLoader}. */
public interface SharedStoreExtension {

  /** Returns the name that {@code sessions.store} refers to. */
  String name();

  /** Returns the setting that a plain string configures, such as {@code uri}. */
  String mainSetting();

  /**
   * Returns a store with the given settings; see {@link DetectorExtension#configure}. It must not
   * connect before its first use, so that an unreachable server does not delay the start.
   *
   * @throws SettingException if a setting is invalid
   */
  SharedStore configure(Map<String, Object> settings) throws SettingException;
}
