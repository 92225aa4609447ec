package io.loopsentinel.it.contract;

import io.loopsentinel.it.model.Conversation;
import io.loopsentinel.it.model.Reply;
import io.loopsentinel.it.model.Reply.Answer;
import io.loopsentinel.it.model.Reply.ToolCall;
import io.loopsentinel.it.model.Reply.ToolCalls;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A question of a user, which tells the model what to do.
 *
 * @param kind what the model does
 * @param scene the way and the rung, by which searches are told apart
 * @param tool the tool that the model calls
 */
record Question(Kind kind, String scene, String tool) {

  /** What the model does about a question. */
  enum Kind {
    /** Makes one call again and again until it is told, and another one beside it. */
    LOOPS,
    /** Makes two calls and answers. */
    HONEST,
    /** Answers. */
    SECOND
  }

  /** Equal calls that run before the next is a loop. */
  static final int THRESHOLD = 3;

  private static final int MAX_RESPONSES = 10;
  private static final Pattern WRITTEN =
      Pattern.compile("(LOOPS|HONEST|SECOND) in (\\S+) by (search_\\w+)");
  private static final Pattern DELEGATED = Pattern.compile("Pass on to (\\w+) as (\\w+): (.*)");

  static Question of(String text) {
    Matcher written = WRITTEN.matcher(text);
    if (!written.find()) {
      throw new IllegalArgumentException("No question: " + text);
    }
    return new Question(Kind.valueOf(written.group(1)), written.group(2), written.group(3));
  }

  String text() {
    return "%s in %s by %s".formatted(kind, scene, tool);
  }

  /** Returns a question that the model passes on to another agent, which is a tool. */
  static String delegated(String question, String agent, String parameter) {
    return "Pass on to %s as %s: %s".formatted(agent, parameter, question);
  }

  /** Returns the model's last answer. */
  String answer() {
    return "Answer to " + text();
  }

  /** Returns the query of a response of the model, counted from 0. */
  String query(int response) {
    return kind == Kind.LOOPS ? text() : "shelf %d: %s".formatted(response, text());
  }

  /** Returns the other query of a looping model. */
  String other(int response) {
    return "board %d: %s".formatted(response, text());
  }

  boolean isFirstSearch(String query) {
    return query.equals(query(0));
  }

  /** Does what the latest question says. */
  static Reply reply(Conversation conversation) {
    List<Conversation.Message> messages = conversation.messages();
    for (int i = messages.size() - 1; i >= 0; i--) {
      Conversation.Message message = messages.get(i);
      if (message.role().equals("user") && WRITTEN.matcher(message.text()).find()) {
        int responses =
            (int)
                messages.subList(i, messages.size()).stream()
                    .filter(each -> each.role().equals("assistant"))
                    .count();
        Matcher delegated = DELEGATED.matcher(message.text());
        return delegated.find()
            ? delegate(delegated, responses)
            : of(message.text()).reply(responses, !conversation.latestHints().isEmpty());
      }
    }
    throw new IllegalArgumentException("No question in " + messages);
  }

  private static Reply delegate(Matcher delegated, int responses) {
    String arguments = "{\"%s\": \"%s\"}".formatted(delegated.group(2), delegated.group(3));
    return responses == 0
        ? new ToolCalls(List.of(new ToolCall(delegated.group(1), arguments)))
        : new Answer(of(delegated.group(3)).answer());
  }

  private Reply reply(int responses, boolean told) {
    return switch (kind) {
      case SECOND -> new Answer(answer());
      case HONEST ->
          responses < 2 ? new ToolCalls(List.of(call(query(responses)))) : new Answer(answer());
      case LOOPS ->
          told || responses == MAX_RESPONSES
              ? new Answer(answer())
              : new ToolCalls(List.of(call(query(responses)), call(other(responses))));
    };
  }

  private ToolCall call(String query) {
    return new ToolCall(tool, "{\"query\": \"" + query + "\"}");
  }
}
