package io.loopsentinel.engine.api;

import java.util.Map;

/** A kind of {@link SharedStore}, found by {@link java.util.ServiceLoader}. */
public interface SharedStoreExtension {

  /** Returns the name that {@code sessions.store} refers to. */
  String name();

  /** Returns the setting that is meant if only a text is configured, such as {@code uri}. */
  String mainSetting();

  /**
   * Returns a store for settings, as {@link DetectorExtension#configure} does. It must connect with
   * the first use, not before, so that a server that is away delays no start.
   *
   * @throws SettingException if a setting is invalid
   */
  SharedStore configure(Map<String, Object> settings) throws SettingException;
}
