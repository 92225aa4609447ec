package io.loopsentinel.agent.budget;

import io.loopsentinel.agent.budget.SpendingArchive.UnavailableException;
import io.loopsentinel.agent.budget.SpendingJson.Line;
import io.loopsentinel.agent.budget.SpendingState.Entry;
import io.loopsentinel.agent.budget.SpendingState.RaiseEntry;
import io.loopsentinel.engine.budget.Account;
import io.loopsentinel.engine.identity.Fingerprint;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * Reads the lines of a state file.
 *
 * <p>Each line is a checksum, a space and JSON: a header, the accounts and raises written together
 * with it, and accounts that were appended later and replace earlier ones. A JVM that was killed
 * leaves a last line that is not whole; it is ignored. Files of version 1 are two lines: the
 * SHA-256 of the second, and one text with everything.
 */
final class StateReader {

  static final int MAX_LINE = 64 << 10;
  private static final int CHECKSUM_DIGITS = 8;
  private static final int SHA_256_DIGITS = 64;

  /** Of the heap, a part that one text of version 1 may take. */
  private static final int PART_OF_HEAP = 8;

  private static final int MAX_TEXT = 64 << 20;

  private final InputStream in;
  private final SpendingJson json;
  private int number;

  /** A file that is not, or no longer, what this agent writes. */
  static final class DamagedException extends IOException {

    private static final long serialVersionUID = 1L;

    DamagedException(String problem, @Nullable Throwable cause) {
      super(problem, cause);
    }
  }

  /** Creates a reader of a stream, which needs a buffer. */
  StateReader(InputStream in, SpendingJson json) {
    this.in = in;
    this.json = json;
  }

  /** Returns the digits that precede a line's text. */
  static String checksum(byte[] bytes, int offset) {
    CRC32C crc = new CRC32C();
    crc.update(bytes, offset, bytes.length - offset);
    return "%08x".formatted(crc.getValue());
  }

  /**
   * Returns the state.
   *
   * @throws DamagedException if the file was read and is wrong
   * @throws IOException if it could not be read
   */
  SpendingState read() throws IOException, UnavailableException {
    byte[] first = next(MAX_LINE);
    if (first == null) {
      throw damaged("it is empty", null);
    }
    if (first.length == SHA_256_DIGITS) {
      return readText(new String(first, StandardCharsets.UTF_8));
    }
    if (!isWhole(first)) {
      throw damaged("its checksum does not fit", null);
    }
    int together;
    try {
      together = json.header(text(first)).lines();
    } catch (IOException e) {
      throw damaged("it is no header", e);
    }
    return readLines(together);
  }

  private SpendingState readLines(int together) throws IOException {
    Map<Account.Key, Entry> accounts = new LinkedHashMap<>();
    List<RaiseEntry> raises = new ArrayList<>();
    int torn = 0;
    for (byte[] line = next(MAX_LINE); line != null; line = next(MAX_LINE)) {
      boolean appended = number - 1 > together;
      if (!isWhole(line)) {
        if (!appended) {
          throw damaged("its checksum does not fit", null);
        }
        torn = torn == 0 ? number : torn;
        continue;
      }
      if (torn > 0) {
        number = torn;
        throw damaged("its checksum does not fit", null);
      }
      add(line, accounts, raises);
    }
    if (number - 1 < together) {
      throw damaged("lines are missing behind it", null);
    }
    return new SpendingState(List.copyOf(accounts.values()), raises);
  }

  private void add(byte[] bytes, Map<Account.Key, Entry> accounts, List<RaiseEntry> raises)
      throws DamagedException {
    try {
      Line line = json.line(bytes, CHECKSUM_DIGITS + 1);
      if (line.raise() != null) {
        raises.add(line.raise());
      } else if (line.key() != null && line.account() != null) {
        accounts.put(line.key(), new Entry(line.key(), line.account()));
      } else {
        throw new IOException("neither an account nor a raise");
      }
    } catch (IOException | IllegalArgumentException e) {
      throw damaged(problem(e), e);
    }
  }

  private SpendingState readText(String sha256) throws IOException, UnavailableException {
    long limit = Math.min(MAX_TEXT, Runtime.getRuntime().maxMemory() / PART_OF_HEAP);
    byte[] bytes = next((int) limit);
    if (bytes != null && bytes.length > limit) {
      throw new UnavailableException("is too large for the heap of this JVM");
    }
    String text = bytes == null ? "" : new String(bytes, StandardCharsets.UTF_8);
    if (!Fingerprint.of(text).toHex().equals(sha256) || next(MAX_LINE) != null) {
      throw damaged("its checksum does not fit", null);
    }
    try {
      return json.state(text);
    } catch (IOException | RuntimeException e) {
      throw damaged(problem(e), e);
    }
  }

  private DamagedException damaged(String problem, @Nullable Throwable cause) {
    return new DamagedException("line %d: %s".formatted(Math.max(1, number), problem), cause);
  }

  /** Returns the reason of a number that does not fit, and no text of the file. */
  private static String problem(Exception e) {
    Throwable deepest = e;
    while (deepest.getCause() != null) {
      deepest = deepest.getCause();
    }
    return deepest instanceof IllegalArgumentException && deepest.getMessage() != null
        ? deepest.getMessage()
        : "it is not what the agent writes";
  }

  private static boolean isWhole(byte[] line) {
    int space = CHECKSUM_DIGITS;
    return line.length > space + 1
        && line.length <= MAX_LINE
        && line[space] == ' '
        && checksum(line, space + 1)
            .equals(new String(line, 0, space, StandardCharsets.ISO_8859_1));
  }

  private static String text(byte[] line) {
    int start = CHECKSUM_DIGITS + 1;
    return new String(line, start, line.length - start, StandardCharsets.UTF_8);
  }

  /** Returns the next line; of one longer than the limit, that many bytes and one; or null. */
  private byte @Nullable [] next(int limit) throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    int read = in.read();
    if (read < 0) {
      return null;
    }
    number++;
    for (; read >= 0 && read != '\n'; read = in.read()) {
      if (line.size() <= limit) {
        line.write(read);
      }
    }
    return line.toByteArray();
  }
}
