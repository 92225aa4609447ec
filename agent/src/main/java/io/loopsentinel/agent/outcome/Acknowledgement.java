package io.loopsentinel.agent.outcome;

import java.util.List;
import java.util.regex.Pattern;

/** An answer that says that the call was done, and nothing else. */
final class Acknowledgement {

  private static final int MAX_CHARS = 300;
  private static final int COLUMNS = 2;

  private static final List<Pattern> FORMS =
      TableFile.read("acknowledgements.txt", COLUMNS).stream()
          .map(row -> Pattern.compile(row.get(1), Pattern.UNIX_LINES))
          .toList();

  private Acknowledgement() {}

  static boolean is(String text) {
    String trimmed = text.strip();
    if (trimmed.length() > MAX_CHARS) {
      return false;
    }
    for (Pattern form : FORMS) {
      if (form.matcher(trimmed).find()) {
        return true;
      }
    }
    return false;
  }
}
