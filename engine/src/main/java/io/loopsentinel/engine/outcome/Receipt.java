package io.loopsentinel.engine.outcome;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.loopsentinel.engine.identity.JsonText;
import java.io.IOException;
import java.util.Locale;
import java.util.Set;

/**
 * Reads a JSON object that describes a thing with its id and the time of its creation, as services
 * answer when they have made one.
 *
 * <p>Two of them that differ only in what belongs to one thing alone say that the same was made
 * again.
 */
final class Receipt {

  private static final int MAX_LENGTH = 2_000;

  /** Names of members whose values belong to one thing alone, in lower case. */
  private static final Set<String> OWN =
      Set.of("id", "uid", "uuid", "guid", "number", "self", "url", "href", "timestamp");

  private static final String CREATED = "created";

  /** Minimum length of a text of letters and digits that nobody has written. */
  private static final int MIN_CODE = 20;

  private Receipt() {}

  /** Returns the key of such an object without its id, versions, times and links; else 0. */
  static long key(String text) {
    if (text.length() > MAX_LENGTH
        || !text.startsWith("{")
        || !text.contains("\"id\"")
        || !text.contains(CREATED)) {
      return 0;
    }
    try (JsonParser json = JsonText.parser(text)) {
      return key(json);
    } catch (IOException e) {
      return 0;
    }
  }

  private static long key(JsonParser json) throws IOException {
    StringBuilder rest = new StringBuilder();
    boolean hasId = false;
    boolean hasTime = false;
    int arrays = 0;
    String name = "";
    for (JsonToken token = json.nextToken(); token != null; token = json.nextToken()) {
      switch (token) {
        case FIELD_NAME -> name = json.currentName();
        case START_ARRAY -> arrays++;
        case END_ARRAY -> arrays--;
        default -> {
          boolean isOwn = token.isScalarValue() && (isOwn(name) || isCode(json.getText()));
          hasId |= isOwn && arrays == 0 && name.equals("id");
          hasTime |= isOwn && arrays == 0 && name.startsWith(CREATED);
          if (!isOwn) {
            rest.append(name).append(':').append(json.getText()).append('\n');
          }
        }
      }
    }
    return hasId && hasTime ? TextHash.of(rest.toString()) : 0;
  }

  private static boolean isCode(String value) {
    return value.length() >= MIN_CODE
        && value.chars().allMatch(c -> c == '_' || Character.isLetterOrDigit(c))
        && value.chars().anyMatch(Character::isDigit);
  }

  private static boolean isOwn(String name) {
    String lower = name.toLowerCase(Locale.ROOT);
    return OWN.contains(lower)
        || lower.startsWith(CREATED)
        || lower.startsWith("updated")
        || lower.startsWith("lastmodified")
        || lower.endsWith("_id")
        || lower.endsWith("_at")
        || lower.endsWith("url")
        || lower.endsWith("link")
        || lower.endsWith("etag")
        || lower.endsWith("uid")
        || name.endsWith("Id")
        || name.endsWith("Key")
        || name.endsWith("At");
  }
}
