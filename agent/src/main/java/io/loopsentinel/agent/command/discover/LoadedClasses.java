package io.loopsentinel.agent.command.discover;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Iterator;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.InflaterOutputStream;

/**
 * The class files of an application as they were loaded. Bounded; thread-safe.
 *
 * <p>They are kept, compressed, because when the application ends its class loaders may be closed.
 */
final class LoadedClasses implements Iterable<byte[]> {

  private static final int MOST = 20_000;

  private final Map<String, byte[]> compressed = new ConcurrentHashMap<>();

  /** Adds a class file; the first of two with the same name counts. */
  void add(String name, byte[] file) {
    if (compressed.size() < MOST) {
      compressed.computeIfAbsent(name, each -> compress(file));
    }
  }

  int count() {
    return compressed.size();
  }

  @Override
  public Iterator<byte[]> iterator() {
    return compressed.entrySet().stream()
        .sorted(Map.Entry.comparingByKey())
        .map(each -> expand(each.getValue()))
        .iterator();
  }

  private static byte[] compress(byte[] file) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DeflaterOutputStream out = new DeflaterOutputStream(bytes)) {
      out.write(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  private static byte[] expand(byte[] file) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (InflaterOutputStream out = new InflaterOutputStream(bytes)) {
      out.write(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }
}
