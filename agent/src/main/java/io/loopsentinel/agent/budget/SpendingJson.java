package io.loopsentinel.agent.budget;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.loopsentinel.agent.budget.SpendingArchive.UnavailableException;
import io.loopsentinel.agent.budget.SpendingState.Entry;
import io.loopsentinel.agent.budget.SpendingState.RaiseEntry;
import io.loopsentinel.engine.budget.Account;
import java.io.IOException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The JSON format of stored accounts and raises. Every number that is read is validated. */
final class SpendingJson {

  static final int VERSION = 1;

  private static final Pattern WRITTEN_VERSION = Pattern.compile("\\{\"v\":(\\d{1,9})[,}]");

  private final ObjectMapper json =
      new ObjectMapper().setDefaultPropertyInclusion(JsonInclude.Include.NON_NULL);

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

  /**
   * Reads the first line.
   *
   * @throws IOException if it is invalid
   * @throws UnavailableException if it was written by a newer version of the agent
   */
  Header header(String line) throws IOException, UnavailableException {
    Matcher version = WRITTEN_VERSION.matcher(line);
    int found = version.lookingAt() ? Integer.parseInt(version.group(1)) : 0;
    if (found > VERSION) {
      throw new UnavailableException(
          "has version %s, written by a newer agent; this one reads version %s"
              .formatted(found, VERSION));
    }
    if (found != VERSION) {
      throw new IOException("its version is unknown");
    }
    return json.readValue(line, Header.class);
  }

  Line line(byte[] bytes, int offset) throws IOException {
    return json.readValue(bytes, offset, bytes.length - offset, Line.class);
  }

  byte[] bytes(Object line) throws JsonProcessingException {
    return json.writeValueAsBytes(line);
  }
}
