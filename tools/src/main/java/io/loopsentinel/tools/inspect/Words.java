package io.loopsentinel.tools.inspect;

import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The words in a name: {@code toolName} has "tool" and "name".
 *
 * @param all the words in lower case: {@code HTTPClient_2go} has "http", "client", "go"
 */
record Words(String name, List<String> all) {

  static final Set<String> TOOL_NOUNS = set("tool tools function functions action skill plugin");
  static final Set<String> TOOL_VERBS =
      set("execute call invoke dispatch run perform handle process use");
  static final Set<String> TURN_NOUNS =
      set("chat model llm completion completions conversation assistant ai");
  static final Set<String> TURN_VERBS =
      set("chat complete generate call invoke ask send execute predict");
  static final Set<String> RUN_NOUNS =
      set("agent assistant service services runner loop session flow");
  static final Set<String> RUN_VERBS =
      set("run chat ask execute answer respond invoke solve prompt");

  /** First words in names of methods that create, read or watch something. */
  private static final Set<String> OTHER_VERBS =
      set(
          """
          get set is has to as of from with build create new make parse convert format serialize
          deserialize validate check log trace record add register remove find equals hash write read
          render map merge append copy emit notify before after on access can should resolve
          load compare describe extract refresh collect select prepare post default update
          verify wrap unwrap transform apply accept intercept list visit cancel retrieve delete
          """);

  /** Last words in names of types that create, hold or watch something. */
  private static final Set<String> OTHER_NOUNS =
      set(
          """
          builder parser serializer deserializer converter mapper event listener config configuration
          schema exception request response message spec options properties context
          observation test tests example metadata annotation specification convention validator
          checker
          """);

  /** The end of a word: at a non-letter, and before a capital, but not inside "HTTP". */
  private static final Pattern BOUNDARY =
      Pattern.compile("\\P{L}+|(?<=\\P{Lu})(?=\\p{Lu})|(?<=\\p{Lu})(?=\\p{Lu}\\p{Ll})");

  static Set<String> set(String text) {
    return Set.of(text.strip().split("\\s+"));
  }

  static Words of(String name) {
    return new Words(
        name,
        BOUNDARY
            .splitAsStream(name)
            .filter(word -> !word.isEmpty())
            .map(word -> word.toLowerCase(Locale.ROOT))
            .toList());
  }

  boolean any(Set<String> wanted) {
    return !Collections.disjoint(all, wanted);
  }

  /** Returns whether the name says nothing, as after obfuscation. */
  boolean areMeaningless() {
    return name.length() <= 2 && !name.equalsIgnoreCase("id");
  }

  /** Returns whether a method with this name neither dispatches tools nor calls models. */
  boolean areOfOtherMethod() {
    return !all.isEmpty() && OTHER_VERBS.contains(all.get(0));
  }

  /** Returns whether a type with this name neither dispatches tools nor calls models. */
  boolean areOfOtherType() {
    return !all.isEmpty() && OTHER_NOUNS.contains(all.get(all.size() - 1));
  }
}
