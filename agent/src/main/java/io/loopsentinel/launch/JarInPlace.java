package io.loopsentinel.launch;

import java.io.ByteArrayInputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.zip.Inflater;
import java.util.zip.InflaterInputStream;
import java.util.zip.ZipEntry;
import org.jspecify.annotations.Nullable;

/**
 * A jar, or a jar that is stored in one, whose files are read where they lie.
 *
 * <p>The JDK reads the directory of every jar on the class path when it opens it, the agent's
 * before the application's main method. With the 4500 files of the agent and its libraries in it,
 * that takes 15 to 25 ms of CPU time; with these in jars of their own, whose directories are read
 * when the first file of them is asked for, it takes one.
 *
 * <p>{@link java.util.jar.JarFile} could read the outer one, but not where in it a jar begins: so
 * each class of an inner jar would take the opening of that jar, a step over what comes first, and
 * the closing. To read 500 classes so took 30 ms, where this takes 13.
 *
 * <p>Reads what {@code jar} and Maven write: methods stored and deflated, no ZIP64
 * (https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT, 4.3.12 and 4.3.16). Thread-safe;
 * the file stays open.
 */
final class JarInPlace {

  private static final int END_SIZE = 22;
  private static final int END_SIGNATURE = 0x06054b50;
  private static final int LONGEST_COMMENT = 0xffff;
  private static final int HEADER_SIZE = 46;
  private static final int LOCAL_HEADER_SIZE = 30;

  private final RandomAccessFile file;
  private final byte @Nullable [] memory;
  private final String name;
  private final long start;
  private final long size;
  private volatile @Nullable Map<String, Place> places;

  /**
   * Creates a reader.
   *
   * @param memory has the jar; absent: the file has
   * @param start where in the file it begins
   */
  private JarInPlace(
      RandomAccessFile file, byte @Nullable [] memory, String name, long start, long size) {
    this.file = file;
    this.memory = memory;
    this.name = name;
    this.start = start;
    this.size = size;
  }

  /**
   * What the directory says of a file.
   *
   * @param header where its own header begins
   * @param headerSize of that header, which may be another
   * @param stored its size as it is stored
   */
  private record Place(long header, int headerSize, int stored, int size, int method) {}

  /** Opens a jar. */
  static JarInPlace open(File jar) throws IOException {
    RandomAccessFile file = new RandomAccessFile(jar, "r");
    return new JarInPlace(file, null, jar.getPath(), 0, file.length());
  }

  /** Returns all jars in a folder, by their names. */
  List<JarInPlace> jars(String folder) throws IOException {
    List<String> names = new ArrayList<>();
    for (String each : places().keySet()) {
      if (each.startsWith(folder) && each.endsWith(".jar")) {
        names.add(each);
      }
    }
    Collections.sort(names);
    List<JarInPlace> jars = new ArrayList<>();
    for (String each : names) {
      jars.add(jar(each, Objects.requireNonNull(places().get(each))));
    }
    return jars;
  }

  /** A tool that packs the agent's jar anew may compress what is in it: that is kept in memory. */
  private JarInPlace jar(String nested, Place place) throws IOException {
    if (place.method == ZipEntry.STORED) {
      return new JarInPlace(file, null, nested, start + startOf(place), place.size);
    }
    return new JarInPlace(file, content(place), nested, 0, place.size);
  }

  /** Returns the content of a file; {@code null} where there is none of that name. */
  byte @Nullable [] read(String path) throws IOException {
    Place place = places().get(path);
    return place == null ? null : content(place);
  }

  private byte[] content(Place place) throws IOException {
    byte[] content = stored(place);
    if (place.method == ZipEntry.STORED) {
      return content;
    }
    Inflater inflater = new Inflater(true);
    try (InputStream in =
        new InflaterInputStream(new ByteArrayInputStream(content), inflater, 8192)) {
      return in.readNBytes(place.size);
    } finally {
      inflater.end();
    }
  }

  /** At once with the header in front of it, where that is as long as the directory lets expect. */
  private byte[] stored(Place place) throws IOException {
    byte[] read = bytes(place.header, place.headerSize + place.stored);
    int header = LOCAL_HEADER_SIZE + u2(read, 26) + u2(read, 28);
    return header == place.headerSize
        ? Arrays.copyOfRange(read, header, read.length)
        : bytes(place.header + header, place.stored);
  }

  /** Returns where the content of a file begins. */
  private long startOf(Place place) throws IOException {
    byte[] header = bytes(place.header, LOCAL_HEADER_SIZE);
    return place.header + LOCAL_HEADER_SIZE + u2(header, 26) + u2(header, 28);
  }

  /** Two threads may both read the directory; what they read is equal. */
  private Map<String, Place> places() throws IOException {
    Map<String, Place> known = places;
    if (known == null) {
      known = readDirectory();
      places = known;
    }
    return known;
  }

  private Map<String, Place> readDirectory() throws IOException {
    byte[] end = readEnd();
    byte[] directory = bytes(s4(end, 16), s4(end, 12));
    int left = u2(end, 10);
    Map<String, Place> found = new HashMap<>(2 * left);
    int offset = 0;
    for (; left > 0; left--) {
      int length = u2(directory, offset + 28);
      int extra = u2(directory, offset + 30);
      found.put(
          new String(directory, offset + HEADER_SIZE, length, StandardCharsets.UTF_8),
          new Place(
              s4(directory, offset + 42),
              LOCAL_HEADER_SIZE + length + extra,
              s4(directory, offset + 20),
              s4(directory, offset + 24),
              u2(directory, offset + 10)));
      offset += HEADER_SIZE + length + extra + u2(directory, offset + 32);
    }
    return found;
  }

  /** Returns the record at the end, and the comment behind it, which hardly any jar has. */
  private byte[] readEnd() throws IOException {
    for (int comment : new int[] {0, LONGEST_COMMENT}) {
      int length = (int) Math.min(size, END_SIZE + comment);
      byte[] tail = bytes(size - length, length);
      for (int at = length - END_SIZE; at >= 0; at--) {
        if (s4(tail, at) == END_SIGNATURE && at + END_SIZE + u2(tail, at + 20) == length) {
          return Arrays.copyOfRange(tail, at, length);
        }
      }
    }
    throw new IOException(name + " is no jar that can be read in place");
  }

  private byte[] bytes(long from, int length) throws IOException {
    if (memory != null) {
      return Arrays.copyOfRange(memory, (int) from, (int) from + length);
    }
    byte[] bytes = new byte[length];
    synchronized (file) {
      file.seek(start + from);
      file.readFully(bytes);
    }
    return bytes;
  }

  private static int u2(byte[] bytes, int offset) {
    return (bytes[offset] & 0xff) | (bytes[offset + 1] & 0xff) << 8;
  }

  private static int s4(byte[] bytes, int offset) {
    return u2(bytes, offset) | u2(bytes, offset + 2) << 16;
  }
}
