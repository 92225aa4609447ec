package io.loopsentinel.store.redis;

import java.io.IOException;
import java.io.InputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.Connection;
import redis.clients.jedis.Protocol.Command;
import redis.clients.jedis.exceptions.JedisNoScriptException;

/**
 * A script that servers run. After the first run, a server knows it by its SHA-1.
 *
 * @param source the script
 * @param sha1 its SHA-1 in hexadecimal digits
 */
@SuppressWarnings("ArrayRecordComponent") // Scripts are not compared.
record Script(byte[] source, String sha1) {

  /** Returns the script in a resource beside this class. */
  static Script named(String resource) {
    try (InputStream in = Script.class.getResourceAsStream(resource)) {
      byte[] source = Objects.requireNonNull(in, resource).readAllBytes();
      byte[] digest = MessageDigest.getInstance("SHA-1").digest(source);
      return new Script(source, HexFormat.of().formatHex(digest));
    } catch (IOException | NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Runs the script with keys of one hash slot, and returns its reply. */
  List<?> run(Connection connection, List<String> keys, List<?> arguments) {
    try {
      return run(connection, new CommandArguments(Command.EVALSHA).add(sha1), keys, arguments);
    } catch (JedisNoScriptException e) {
      return run(connection, new CommandArguments(Command.EVAL).add(source), keys, arguments);
    }
  }

  private static List<?> run(
      Connection connection, CommandArguments script, List<String> keys, List<?> arguments) {
    return (List<?>)
        connection.executeCommand(script.add(keys.size()).addObjects(keys).addObjects(arguments));
  }
}
