package io.loopsentinel.store.redis;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import redis.clients.jedis.UnifiedJedis;
import redis.clients.jedis.exceptions.JedisNoScriptException;

/**
 * A script that a server runs, which knows it by its SHA-1 after the first time.
 *
 * @param source the script
 * @param sha1 its SHA-1 in hexadecimal digits
 */
@SuppressWarnings("ArrayRecordComponent") // Scripts are not compared.
record Script(byte[] source, byte[] sha1) {

  /** Returns the script in a resource beside this class. */
  static Script named(String resource) {
    try (InputStream in = Script.class.getResourceAsStream(resource)) {
      byte[] source = Objects.requireNonNull(in, resource).readAllBytes();
      byte[] digest = MessageDigest.getInstance("SHA-1").digest(source);
      return new Script(source, RedisText.ascii(HexFormat.of().formatHex(digest)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  /** Runs the script with keys of one slot, and returns its reply. */
  Object run(UnifiedJedis client, List<byte[]> keys, List<byte[]> arguments) {
    try {
      return client.evalsha(sha1, keys, arguments);
    } catch (JedisNoScriptException e) {
      return client.eval(source, keys, arguments);
    }
  }
}
