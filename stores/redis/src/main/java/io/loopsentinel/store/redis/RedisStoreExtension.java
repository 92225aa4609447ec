package io.loopsentinel.store.redis;

import io.loopsentinel.engine.api.SettingException;
import io.loopsentinel.engine.api.SharedStore;
import io.loopsentinel.engine.api.SharedStoreExtension;
import java.util.Map;

/** The store {@code redis}: a server, a cluster, or a server that Sentinel watches. */
public final class RedisStoreExtension implements SharedStoreExtension {

  @Override
  public String name() {
    return "redis";
  }

  @Override
  public String mainSetting() {
    return RedisSettings.URI;
  }

  @Override
  public SharedStore configure(Map<String, Object> settings) throws SettingException {
    return new RedisStore(RedisSettings.of(settings));
  }
}
