package io.loopsentinel.store.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loopsentinel.engine.api.SettingException;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import redis.clients.jedis.HostAndPort;

class RedisSettingsTest {

  @Test
  void aUriSaysServerUserPasswordAndEncryption() throws Exception {
    RedisSettings settings =
        RedisSettings.of(Map.of("uri", "rediss://agent:p%40ss+word@redis.local:6380"));

    assertThat(settings.nodes()).containsExactly(new HostAndPort("redis.local", 6380));
    assertThat(settings.tls()).isNotNull();
    assertThat(settings.login().user()).isEqualTo("agent");
    assertThat(settings.login().password()).isEqualTo("p@ss+word");
    assertThat(settings.timeout()).isEqualTo(Duration.ofMillis(5));
    assertThat(settings.prefix()).isEqualTo("loop-sentinel");
    assertThat(settings).asString().isEqualTo("rediss://redis.local:6380");
  }

  @Test
  void aPortMayBeLeftOut() throws Exception {
    assertThat(RedisSettings.of(Map.of("uri", "redis://redis")).nodes())
        .containsExactly(new HostAndPort("redis", 6379));
    assertThat(RedisSettings.of(Map.of("uri", "redis://a,b:7", "master", "m")).nodes())
        .containsExactly(new HostAndPort("a", 26_379), new HostAndPort("b", 7));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          uri     | http://redis        | uri: expected redis://host:port
          uri     | redis://:secret@:80 | uri: expected redis://host:port
          uri     | redis://a,b         | uri: several hosts need cluster: true
          timeout | soon                | timeout: expected a time such as 5ms or 1s
          prefix  | a b                 | prefix: expected 1 to 100 characters of
          cluster | maybe               | cluster: expected true or false
          hosts   | a                   | hosts: is unknown; expected uri, timeout
          truststore_password | secret  | truststore_password: has no effect without truststore
          """)
  void aWrongSettingIsSaidWithoutThePassword(String key, String value, String problem) {
    Map<String, Object> settings =
        key.equals("uri") ? Map.of(key, value) : Map.of("uri", "redis://redis", key, value);

    assertThatThrownBy(() -> RedisSettings.of(settings))
        .isInstanceOfSatisfying(
            SettingException.class,
            failure -> assertThat(failure.key() + ": " + failure.getMessage()).startsWith(problem))
        .hasMessageNotContaining("secret");
  }
}
