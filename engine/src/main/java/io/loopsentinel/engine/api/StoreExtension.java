package io.loopsentinel.engine.api;

import java.util.Map;

/** A store, found by {@link java.util.ServiceLoader}. */
public interface StoreExtension {

  /** Returns the name that {@code budgets_store} refers to. */
  String name();

  /**
   * Returns a store for settings, as {@link DetectorExtension#configure} does. The store must open
   * its resources with the first read.
   *
   * @throws SettingException if a setting is invalid
   */
  StateStore configure(Map<String, Object> settings) throws SettingException;
}
