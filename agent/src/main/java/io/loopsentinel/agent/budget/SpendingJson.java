package io.loopsentinel.agent.budget;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.loopsentinel.agent.budget.SpendingArchive.UnavailableException;
import io.loopsentinel.agent.budget.SpendingState.Entry;
import io.loopsentinel.agent.budget.SpendingState.RaiseEntry;
import io.loopsentinel.engine.budget.Account;
import java.io.IOException;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The JSON format of stored accounts and raises. Every number that is read is validated. */
final class SpendingJson {

  /** The format version of a state that is a single text. */
  static final int TEXT_VERSION = 1;

  /** The format version of a state with one line per account. */
  static final int LINES_VERSION = 2;

  private static final Pattern VERSION = Pattern.compile("\\{\"v\":(\\d{1,9})[,}]");

  private final ObjectMapper json =
      new ObjectMapper().setDefaultPropertyInclusion(JsonInclude.Include.NON_NULL);

  private record Text(int v, List<Entry> accounts, List<RaiseEntry> raises) {}

  /**
   * The first line.
   *
   * @param lines the number of lines written together with it
   */
  record Header(int v, int lines) {}

  /** A line with either an account or a raise. */
  record Line(Account.@Nullable Key key, @Nullable Account account, @Nullable RaiseEntry raise) {

    static Line of(Entry entry) {
      return new Line(entry.key(), entry.account(), null);
    }

    static Line of(RaiseEntry raise) {
      return new Line(null, null, raise);
    }
  }

  /** Returns a state as a single text. */
  String text(SpendingState state) throws JsonProcessingException {
    return json.writeValueAsString(new Text(TEXT_VERSION, state.accounts(), state.raises()));
  }

  /**
   * Reads a state that is a single text.
   *
   * @throws IOException if the text is invalid
   * @throws UnavailableException if it was written by a newer version of the agent
   */
  SpendingState state(String text) throws IOException, UnavailableException {
    requireVersion(text, TEXT_VERSION);
    Text read = json.readValue(text, Text.class);
    return new SpendingState(read.accounts(), read.raises());
  }

  /** Reads the first of several lines; throws the same exceptions as {@link #state}. */
  Header header(String line) throws IOException, UnavailableException {
    requireVersion(line, LINES_VERSION);
    return json.readValue(line, Header.class);
  }

  Line line(byte[] bytes, int offset) throws IOException {
    return json.readValue(bytes, offset, bytes.length - offset, Line.class);
  }

  byte[] bytes(Object line) throws JsonProcessingException {
    return json.writeValueAsBytes(line);
  }

  private static void requireVersion(String text, int supported)
      throws IOException, UnavailableException {
    Matcher version = VERSION.matcher(text);
    int found = version.lookingAt() ? Integer.parseInt(version.group(1)) : 0;
    if (found > supported) {
      throw new UnavailableException(
          "has version %d, written by a newer agent; this one reads up to version %d"
              .formatted(found, LINES_VERSION));
    }
    if (found != supported) {
      throw new IOException("its version is unknown");
    }
  }
}
