package io.loopsentinel.tools.inspect;

import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * String constants that show the purpose of code and survive obfuscation: JSON members of requests
 * to models and of their responses, and messages about unknown tools.
 */
final class Markers {

  /** The marker of an error message about a tool. */
  static final String TOOL_COMPLAINT = "an error message about a tool";

  private static final String ENDPOINT = "chat/completions";

  private static final Set<String> OF_TOOLS =
      Words.set(
          """
          tool_calls tool_call tool_call_id tool_use tool_use_id tool_result toolUse function_call
          functionCall tools/call tool tools function arguments
          """);
  private static final Set<String> OF_TURNS =
      Words.set(
          """
          messages choices max_tokens temperature usage prompt_tokens completion_tokens input_tokens
          output_tokens finish_reason model assistant
          """);
  private static final Pattern ENDPOINTS =
      Pattern.compile("(chat/completions|v1/messages|v1/responses|:generateContent|api/chat)\\b");
  private static final Pattern COMPLAINT =
      Pattern.compile(
          "\\b(unknown|no such|no|not"
              + " found|invalid|missing|undefined)\\b.{0,20}\\b(tool|function|action|skill)s?\\b"
              + "|\\b(tool|function|action|skill)\\b.{0,30}\\b(not found|unknown|fail\\w*|does not"
              + " exist|doesn't exist|error|unavailable|not registered)\\b");

  private Markers() {}

  /** Returns the marker that a string constant is or contains; empty if none. */
  static Set<String> in(String text) {
    if (OF_TOOLS.contains(text) || OF_TURNS.contains(text)) {
      return Set.of(text);
    }
    if (ENDPOINTS.matcher(text).find()) {
      return Set.of(ENDPOINT);
    }
    return COMPLAINT.matcher(text.toLowerCase(Locale.ROOT)).find()
        ? Set.of(TOOL_COMPLAINT)
        : Set.of();
  }

  static boolean isOfTools(String marker) {
    return OF_TOOLS.contains(marker);
  }

  static boolean isOfTurns(String marker) {
    return OF_TURNS.contains(marker) || marker.equals(ENDPOINT);
  }
}
