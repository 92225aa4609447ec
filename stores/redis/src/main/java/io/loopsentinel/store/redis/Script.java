package io.loopsentinel.store.redis;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;

/** A script that runs in the server, which keeps it by its SHA-1. */
final class Script {

  private final byte[] text;
  private final byte[] sha;

  private Script(byte[] text, byte[] sha) {
    this.text = text;
    this.sha = sha;
  }

  /** Reads a script that lies beside this class. */
  static Script named(String name) {
    try (InputStream in = Objects.requireNonNull(Script.class.getResourceAsStream(name), name)) {
      byte[] text = in.readAllBytes();
      byte[] sha = MessageDigest.getInstance("SHA-1").digest(text);
      return new Script(text, Keys.ascii(HexFormat.of().formatHex(sha)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Returns the command that runs this script if the server knows it. */
  Request known(List<byte[]> keys, List<byte[]> arguments) {
    return request("EVALSHA", sha, keys, arguments);
  }

  /** Returns the command that sends this script and runs it. */
  Request unknown(List<byte[]> keys, List<byte[]> arguments) {
    return request("EVAL", text, keys, arguments);
  }

  private static Request request(
      String command, byte[] script, List<byte[]> keys, List<byte[]> arguments) {
    List<byte[]> all = new ArrayList<>();
    all.add(script);
    all.add(Keys.ascii(Integer.toString(keys.size())));
    all.addAll(keys);
    all.addAll(arguments);
    return new Request(command, all.toArray(byte[][]::new));
  }
}
