package io.loopsentinel.it.agentic;

import io.loopsentinel.it.model.Conversation;
import io.loopsentinel.it.model.Reply;
import io.loopsentinel.it.model.Reply.Answer;
import io.loopsentinel.it.model.Reply.ToolCall;
import io.loopsentinel.it.model.Reply.ToolCalls;
import io.loopsentinel.it.model.Script;
import java.util.List;

/** The models of supervisors and librarians. */
final class Models {

  private static final List<String> TOPICS = List.of("loops", "knots", "circles");

  private Models() {}

  static Script supervisor(Scenario scenario) {
    return switch (scenario) {
      case SUPERVISOR_LOOPING -> conversation -> isTold(conversation) ? done() : ask(TOPICS.get(0));
      case SUPERVISOR_HEALTHY ->
          conversation ->
              conversation.responses() < TOPICS.size()
                  ? ask(TOPICS.get(conversation.responses()))
                  : done();
      default -> conversation -> ask(TOPICS.get(0));
    };
  }

  static Script librarian(Scenario scenario) {
    Script stubborn = Script.stubborn(new ToolCall("search", "{\"query\": \"loops\"}"));
    return switch (scenario) {
      case TOOL_LOOPING -> Script.looping(stubborn, Scenario.ANSWER);
      case TOOL_STUBBORN -> stubborn;
      default ->
          conversation ->
              conversation.latestToolResults().isEmpty()
                  ? new ToolCalls(List.of(new ToolCall("search", "{\"query\": \"shelves\"}")))
                  : new Answer(Scenario.ANSWER);
    };
  }

  private static boolean isTold(Conversation conversation) {
    List<Conversation.Message> messages = conversation.messages();
    return messages.get(messages.size() - 1).text().contains(Conversation.LOOP_MARK);
  }

  private static Reply ask(String query) {
    return new Answer(
        "{\"agentName\": \"ask\", \"arguments\": {\"query\": \"%s\"}}".formatted(query));
  }

  private static Reply done() {
    return new Answer(
        "{\"agentName\": \"done\", \"arguments\": {\"response\": \"%s\"}}"
            .formatted(Scenario.ANSWER));
  }
}
