package io.loopsentinel.targets.extension;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The passwords in the settings of an extension, which messages must not show. Immutable. */
public final class Secrets {

  private static final String HIDDEN = "***";
  private static final Pattern SECRET_KEY =
      Pattern.compile("(?i).*(auth|token|key|secret|passw|credential).*");

  /** User name and password in a URI. */
  private static final Pattern USER_INFO = Pattern.compile("//([^:]*:?(.*))@");

  /** Between two URIs in a text. */
  private static final Pattern SEPARATOR = Pattern.compile("[,;\\s]+(?=[A-Za-z][\\w+.-]*://)");

  private final List<String> texts;

  private Secrets(List<String> texts) {
    this.texts = texts;
  }

  /** Returns the values of keys such as {@code password}, and the user names in URIs. */
  public static Secrets in(Map<String, Object> settings) {
    List<String> texts = new ArrayList<>();
    settings.forEach((key, value) -> add(value, SECRET_KEY.matcher(key).matches(), texts));
    texts.removeIf(String::isBlank);
    // The longest first, because it may contain another.
    texts.sort(Comparator.comparing(String::length).reversed());
    return new Secrets(List.copyOf(texts));
  }

  private static void add(Object value, boolean isSecret, List<String> texts) {
    if (value instanceof Map<?, ?> members) {
      members.forEach(
          (key, each) -> add(each, isSecret || SECRET_KEY.matcher("" + key).matches(), texts));
    } else if (value instanceof Collection<?> list) {
      list.forEach(each -> add(each, isSecret, texts));
    } else if (isSecret) {
      texts.add(String.valueOf(value));
    } else {
      String text = String.valueOf(value);
      addUser(text, texts);
      for (String uri : SEPARATOR.split(text, -1)) {
        addUser(uri, texts);
      }
    }
  }

  private static void addUser(String uri, List<String> texts) {
    Matcher user = USER_INFO.matcher(uri);
    if (user.find()) {
      texts.add(user.group(1));
      texts.add(user.group(2));
    }
  }

  /** Returns a text in which each of these secrets is replaced by {@code ***}. */
  public String hide(String text) {
    String shown = text;
    for (String each : texts) {
      shown = shown.replace(each, HIDDEN);
    }
    return shown;
  }
}
