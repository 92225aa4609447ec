package io.loopsentinel.store.redis;

import io.loopsentinel.engine.api.SettingException;
import io.loopsentinel.engine.api.SharedStore;
import io.loopsentinel.engine.api.SharedStoreExtension;
import java.util.Map;

/** The store {@code redis}: a server, a cluster, or a server that Sentinel watches. */
public final class RedisStoreExtension implements SharedStoreExtension {

  /** Creates the extension. */
  public RedisStoreExtension() {}

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
    RedisSettings read = RedisSettings.of(settings);
    return new RedisStore(read, new RedisClient(read));
  }
}
