package io.loopsentinel.agent.command.inspect;

import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/** The words that a name is made of: {@code toolName} of "tool" and "name". */
final class Words {

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

  /** What begins the names of methods that make, read or watch something. */
  private static final Set<String> OTHER_VERBS =
      set(
          """
          get set is has to as of from with build create new make parse convert format serialize
          deserialize validate check log trace record add register remove find equals hash write read
          render map merge append copy emit notify before after on lambda access can should resolve
          load compare describe extract refresh maybe collect select prepare post default update
          verify wrap unwrap transform apply accept intercept list
          """);

  /** Words for what surrounds the dispatch of a tool call. */
  private static final Set<String> AROUND =
      set(
          """
          error exception callback result results response observation convention description
          definition definitions schema metadata event hallucination specification choice provider
          providers
          """);

  /** What ends the names of types that make, hold or watch something. */
  private static final Set<String> OTHER_NOUNS =
      set(
          """
          builder parser serializer deserializer converter mapper event listener config configuration
          schema utils util exception request response message spec options properties context
          observation test tests example metadata annotation specification convention
          """);

  private static final Set<String> SEVERAL = set("calls tools functions actions");

  /** Where a word ends: at what is no letter, and before a capital, but not within "HTTP". */
  private static final Pattern BOUNDARY =
      Pattern.compile("\\P{L}+|(?<=\\P{Lu})(?=\\p{Lu})|(?<=\\p{Lu})(?=\\p{Lu}\\p{Ll})");

  private Words() {}

  /** Returns the words of a text that has blanks between them. */
  static Set<String> set(String text) {
    return Set.of(text.strip().split("\\s+"));
  }

  /**
   * Returns the words of a name in lower case: {@code HTTPClient_2go} has "http", "client", "go".
   */
  static List<String> of(String name) {
    return BOUNDARY
        .splitAsStream(name)
        .filter(word -> !word.isEmpty())
        .map(word -> word.toLowerCase(Locale.ROOT))
        .toList();
  }

  static boolean anyOf(List<String> words, Set<String> wanted) {
    return !Collections.disjoint(words, wanted);
  }

  /** Whether a name speaks of what surrounds the dispatch of a call, rather than of the call. */
  static boolean isAroundCalls(String name) {
    return anyOf(of(name), AROUND);
  }

  /** Whether a name speaks of several calls at once. */
  static boolean isOfSeveralCalls(String name) {
    return anyOf(of(name), SEVERAL);
  }

  /** Whether a method's name says that it does something else than to dispatch or to ask. */
  static boolean isOtherMethod(String name) {
    List<String> words = of(name);
    return !words.isEmpty() && OTHER_VERBS.contains(words.get(0));
  }

  /** Whether a type's name says that it is something else than what dispatches or asks. */
  static boolean isOtherType(String simpleName) {
    List<String> words = of(simpleName);
    return !words.isEmpty() && OTHER_NOUNS.contains(words.get(words.size() - 1));
  }

  /** Whether a name is so short that it says nothing: as obfuscation leaves them. */
  static boolean isMeaningless(String name) {
    return name.length() <= 2;
  }
}
