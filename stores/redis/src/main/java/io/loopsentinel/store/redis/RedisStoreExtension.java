package io.loopsentinel.store.redis;

import io.loopsentinel.engine.api.SettingException;
import io.loopsentinel.engine.api.SharedStore;
import io.loopsentinel.engine.api.SharedStoreExtension;
import java.util.Map;

/** The store {@code redis}. */
public final class RedisStoreExtension implements SharedStoreExtension {

  @Override
  public String name() {
    return "redis";
  }

  @Override
  public String mainSetting() {
    return "uri";
  }

  @Override
  public SharedStore configure(Map<String, Object> settings) throws SettingException {
    RedisSettings redis = RedisSettings.of(settings);
    Connector connector = new Connector(redis);
    Servers servers = redis.cluster() ? new Cluster(connector) : new SingleServer(connector);
    return new RedisStore(servers, new Keys(redis.prefix()), redis.timeout());
  }
}
