package io.loopsentinel.engine.outcome;

import io.loopsentinel.engine.identity.CanonicalJson;
import io.loopsentinel.engine.identity.IdentityRule;
import io.loopsentinel.engine.identity.JsonText;
import io.loopsentinel.engine.identity.UsedPaths;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The members of a tool's results that count, if the results are JSON objects or lists of them.
 *
 * @param rule the paths of the members that do not count; in a list, they begin at each element
 * @param used receives the paths that matched
 */
public record ResultMembers(String tool, IdentityRule rule, UsedPaths used) {

  /** Returns the text of a result without the members that do not count. */
  String counted(String text) {
    if (rule.ignore().isEmpty()) {
      return text;
    }
    Set<String> matched = new HashSet<>();
    String counted = counted(JsonText.parse(text), text, matched);
    used.add(tool, rule, matched);
    return counted;
  }

  private String counted(@Nullable Object json, String text, Set<String> matched) {
    if (json instanceof Map<?, ?>) {
      return object(json, matched);
    }
    if (json instanceof List<?> list && list.stream().allMatch(Map.class::isInstance)) {
      List<String> elements = new ArrayList<>();
      for (Object element : list) {
        elements.add(object(element, matched));
      }
      return elements.toString();
    }
    return text;
  }

  private String object(Object json, Set<String> matched) {
    CanonicalJson.Written selection = CanonicalJson.write(json, rule);
    matched.addAll(selection.matchedPaths());
    return ResultText.withLineBreaks(selection.text());
  }
}
