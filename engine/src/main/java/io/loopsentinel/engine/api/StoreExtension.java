package io.loopsentinel.engine.api;

import java.util.Map;

/** A store of an extension, found by {@link java.util.ServiceLoader}. */
public interface StoreExtension {

  /** Returns its name, by which {@code budgets_store} configures it. */
  String name();

  /**
   * Returns the store that its settings ask for; as {@link DetectorExtension#configure}. What it
   * needs to open it opens as it is read.
   *
   * @throws SettingException if a setting does not fit
   */
  StateStore configure(Map<String, Object> settings) throws SettingException;
}
