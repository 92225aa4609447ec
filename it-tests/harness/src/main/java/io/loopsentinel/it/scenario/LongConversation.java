package io.loopsentinel.it.scenario;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.loopsentinel.it.harness.ProgramResult;
import io.loopsentinel.it.harness.Repository;
import io.loopsentinel.it.model.Conversation;
import io.loopsentinel.it.model.Reply;
import io.loopsentinel.it.model.Reply.ToolCall;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A conversation of several messages, after each of which the model makes one and the same call, on
 * the target that {@code docs/many-jvms.md} names for the framework. The program prints the answer
 * to each message.
 */
public final class LongConversation {

  /** Number of messages of the user. */
  public static final int MESSAGES = 5;

  private static final int THRESHOLD = 3;

  private LongConversation() {}

  /**
   * Returns the configuration that the page describes: the target of a profile with the session of
   * the page.
   */
  public static String config(String profile, String target) {
    String row = "\\| `" + target + "` \\| `([^`]*)` \\|";
    String session = find(row, "docs/many-jvms.md").group(1);
    String block = "(?ms)^  - name: " + target + "\n(.*?)(?=^\\s*\n|^  - name:|\\z)";
    String settings =
        find(block, "targets/src/main/resources/profiles/" + profile + ".yaml")
            .group(1)
            .replaceFirst("(?ms)^    session:.*?(?=^    [\\w#]|\\z)", "")
            .replaceFirst("(?m)^    ends_session:.*\n", "");
    return "sentinel:\n  targets:\n  - name: conversation\n%s    session: >-\n      %s\n"
        .formatted(settings, session);
  }

  private static Matcher find(String pattern, String path) {
    File file = Repository.file(path);
    try {
      Matcher matcher = Pattern.compile(pattern).matcher(Files.readString(file.toPath()));
      if (!matcher.find()) {
        throw new AssertionError(file + " has no " + pattern);
      }
      return matcher;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns the next reply of the model: a call after a message, else an answer. */
  public static Reply next(Conversation conversation) {
    return next(conversation, new ToolCall("search", "{\"query\": \"loops\"}"));
  }

  /** Returns the next reply of a model that makes this call. */
  public static Reply next(Conversation conversation, ToolCall call) {
    List<String> results = conversation.latestToolResults();
    return results.isEmpty()
        ? new Reply.ToolCalls(List.of(call))
        : new Reply.Answer(results.get(0).replace('\n', ' '));
  }

  /** Asserts that the loop was found over several messages. */
  public static void assertStopped(ProgramResult result) {
    List<Boolean> stopped =
        result.standardOutput().lines().map(line -> line.contains(Conversation.LOOP_MARK)).toList();
    assertEquals(MESSAGES, stopped.size(), result.toString());
    assertTrue(stopped.subList(0, THRESHOLD).stream().noneMatch(each -> each), result.toString());
    assertTrue(
        stopped.subList(THRESHOLD, MESSAGES).stream().allMatch(each -> each), result.toString());
  }
}
