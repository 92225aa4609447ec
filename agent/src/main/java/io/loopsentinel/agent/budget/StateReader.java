package io.loopsentinel.agent.budget;

import io.loopsentinel.agent.budget.SpendingArchive.UnavailableException;
import io.loopsentinel.agent.budget.SpendingJson.Line;
import io.loopsentinel.agent.budget.SpendingState.Entry;
import io.loopsentinel.agent.budget.SpendingState.RaiseEntry;
import io.loopsentinel.engine.budget.Account;
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
 * <p>Each line is a checksum, a space and JSON: first a header, then the accounts and raises that
 * were written together with it, then accounts that were appended later and replace earlier ones.
 * An incomplete last line, left by a killed JVM, is ignored.
 */
final class StateReader {

  static final int MAX_LINE = 64 << 10;
  private static final int CHECKSUM_DIGITS = 8;

  private final InputStream in;
  private final SpendingJson json;
  private int lineNumber;

  /** Thrown if the contents of a file are not, or no longer, what this agent writes. */
  static final class DamagedException extends IOException {

    private static final long serialVersionUID = 1L;

    DamagedException(String problem, @Nullable Throwable cause) {
      super(problem, cause);
    }
  }

  /** Creates a reader of a stream, which should be buffered. */
  StateReader(InputStream in, SpendingJson json) {
    this.in = in;
    this.json = json;
  }

  /** Returns the checksum that precedes the JSON of a line, in hexadecimal digits. */
  static String checksum(byte[] bytes, int offset) {
    CRC32C crc = new CRC32C();
    crc.update(bytes, offset, bytes.length - offset);
    return "%08x".formatted(crc.getValue());
  }

  /**
   * Returns the state.
   *
   * @throws DamagedException if the contents are invalid
   * @throws IOException if the file cannot be read
   */
  SpendingState read() throws IOException, UnavailableException {
    byte[] first = next();
    if (first == null) {
      throw damaged("it is empty", null);
    }
    if (!isIntact(first)) {
      throw damaged("its checksum does not match", null);
    }
    int initialLines;
    try {
      initialLines = json.header(text(first)).lines();
    } catch (IOException e) {
      throw damaged("it is not a header", e);
    }
    return readLines(initialLines);
  }

  private SpendingState readLines(int initialLines) throws IOException {
    Map<Account.Key, Entry> accounts = new LinkedHashMap<>();
    List<RaiseEntry> raises = new ArrayList<>();
    int tornLine = 0;
    for (byte[] line = next(); line != null; line = next()) {
      boolean appended = lineNumber - 1 > initialLines;
      if (!isIntact(line)) {
        if (!appended) {
          throw damaged("its checksum does not match", null);
        }
        tornLine = tornLine == 0 ? lineNumber : tornLine;
        continue;
      }
      if (tornLine > 0) {
        lineNumber = tornLine;
        throw damaged("its checksum does not match", null);
      }
      add(line, accounts, raises);
    }
    if (lineNumber - 1 < initialLines) {
      throw damaged("lines are missing after it", null);
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

  private DamagedException damaged(String problem, @Nullable Throwable cause) {
    return new DamagedException("line %s: %s".formatted(Math.max(1, lineNumber), problem), cause);
  }

  /** Returns the message of a failed validation, which quotes no text of the file. */
  private static String problem(Exception e) {
    Throwable rootCause = e;
    while (rootCause.getCause() != null) {
      rootCause = rootCause.getCause();
    }
    return rootCause instanceof IllegalArgumentException && rootCause.getMessage() != null
        ? rootCause.getMessage()
        : "it is not what the agent writes";
  }

  private static boolean isIntact(byte[] line) {
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

  /** Returns the next line, cut to one byte more than the maximum; {@code null} at the end. */
  private byte @Nullable [] next() throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    int read = in.read();
    if (read < 0) {
      return null;
    }
    lineNumber++;
    for (; read >= 0 && read != '\n'; read = in.read()) {
      if (line.size() <= MAX_LINE) {
        line.write(read);
      }
    }
    return line.toByteArray();
  }
}
