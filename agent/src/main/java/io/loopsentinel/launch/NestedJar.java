package io.loopsentinel.launch;

import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.zip.Inflater;
import java.util.zip.InflaterInputStream;
import java.util.zip.ZipEntry;
import org.jspecify.annotations.Nullable;

/**
 * A jar inside the agent's jar, stored there as it is.
 *
 * <p>The JDK reads the directory of every jar on the class path when it opens it, the agent's
 * before the application's main method. With the 4500 files of the agent and its libraries in it,
 * that takes 15 to 25 ms of CPU time; with these in jars of their own, whose directories are read
 * when the first file of them is asked for, it takes one.
 *
 * <p>Reads what {@code jar} and Maven write: no comment behind the directory, no ZIP64, methods
 * stored and deflated (https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT, 4.3.12 and
 * 4.3.16). Thread-safe.
 */
final class NestedJar {

  private static final int END_SIZE = 22;
  private static final int END_SIGNATURE = 0x06054b50;
  private static final int HEADER_SIZE = 46;
  private static final int LOCAL_HEADER_SIZE = 30;

  private final JarFile outer;
  private final ZipEntry place;

  /**
   * What the directory says of each file: where it is, its size, that when deflated, how, and the
   * size of its header, which may be another.
   */
  private volatile @Nullable Map<String, int[]> files;

  private NestedJar(JarFile outer, ZipEntry place) {
    this.outer = outer;
    this.place = place;
  }

  /** Returns all jars in a folder of another, by their names. */
  static List<NestedJar> all(JarFile outer, String folder) {
    List<NestedJar> found = new ArrayList<>();
    for (JarEntry entry : Collections.list(outer.entries())) {
      if (entry.getName().startsWith(folder) && entry.getName().endsWith(".jar")) {
        found.add(new NestedJar(outer, entry));
      }
    }
    found.sort(Comparator.comparing(jar -> jar.place.getName()));
    return found;
  }

  /** Returns the content of a file; {@code null} where there is none of that name. */
  byte @Nullable [] read(String name) throws IOException {
    int[] file = files().get(name);
    if (file == null) {
      return null;
    }
    byte[] content = stored(file);
    if (file[3] == ZipEntry.STORED) {
      return content;
    }
    Inflater inflater = new Inflater(true);
    try (InputStream in =
        new InflaterInputStream(new ByteArrayInputStream(content), inflater, 8192)) {
      return in.readNBytes(file[1]);
    } finally {
      inflater.end();
    }
  }

  /**
   * Reads what is stored of a file, at once with the header in front of it, where that is as long
   * as the directory lets expect.
   */
  private byte[] stored(int[] file) throws IOException {
    byte[] read = bytes(file[0], file[4] + file[2]);
    int header = LOCAL_HEADER_SIZE + u2(read, 26) + u2(read, 28);
    return header == file[4]
        ? Arrays.copyOfRange(read, header, read.length)
        : bytes(file[0] + header, file[2]);
  }

  /** Two threads may both read the directory; what they read is equal. */
  private Map<String, int[]> files() throws IOException {
    Map<String, int[]> known = files;
    if (known == null) {
      known = readDirectory();
      files = known;
    }
    return known;
  }

  private Map<String, int[]> readDirectory() throws IOException {
    byte[] end = bytes(Math.toIntExact(place.getSize()) - END_SIZE, END_SIZE);
    if (s4(end, 0) != END_SIGNATURE) {
      throw new IOException(place.getName() + " is no jar that can be read in place");
    }
    byte[] directory = bytes(s4(end, 16), s4(end, 12));
    int left = u2(end, 10);
    Map<String, int[]> found = new HashMap<>(2 * left);
    int offset = 0;
    for (; left > 0; left--) {
      int length = u2(directory, offset + 28);
      found.put(
          new String(directory, offset + HEADER_SIZE, length, StandardCharsets.UTF_8),
          new int[] {
            s4(directory, offset + 42),
            s4(directory, offset + 24),
            s4(directory, offset + 20),
            u2(directory, offset + 10),
            LOCAL_HEADER_SIZE + length + u2(directory, offset + 30)
          });
      offset += HEADER_SIZE + length + u2(directory, offset + 30) + u2(directory, offset + 32);
    }
    return found;
  }

  /** Quick wherever they are: what is stored is not read over but skipped. */
  private byte[] bytes(int from, int size) throws IOException {
    byte[] read = new byte[size];
    try (InputStream in = outer.getInputStream(place)) {
      in.skipNBytes(from);
      if (in.readNBytes(read, 0, size) < size) {
        throw new EOFException(place.getName() + " ends too early");
      }
    }
    return read;
  }

  private static int u2(byte[] bytes, int offset) {
    return (bytes[offset] & 0xff) | (bytes[offset + 1] & 0xff) << 8;
  }

  private static int s4(byte[] bytes, int offset) {
    return u2(bytes, offset) | u2(bytes, offset + 2) << 16;
  }
}
