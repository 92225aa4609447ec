package io.loopsentinel.store.redis;

import java.io.IOException;
import java.io.InputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import redis.clients.jedis.Connection;
import redis.clients.jedis.Protocol.Command;
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
      return new Script(source, Keys.bytes(HexFormat.of().formatHex(digest)));
    } catch (IOException | NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Runs the script with keys of one hash slot, and returns its reply. */
  List<?> run(Connection connection, List<byte[]> keys, List<byte[]> arguments) {
    List<byte[]> all = new ArrayList<>(List.of(sha1, Keys.bytes(keys.size())));
    all.addAll(keys);
    all.addAll(arguments);
    try {
      connection.sendCommand(Command.EVALSHA, all.toArray(byte[][]::new));
      return (List<?>) connection.getOne();
    } catch (JedisNoScriptException e) {
      all.set(0, source);
      connection.sendCommand(Command.EVAL, all.toArray(byte[][]::new));
      return (List<?>) connection.getOne();
    }
  }
}
