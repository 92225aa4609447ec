package io.loopsentinel.it.scenario;

import io.loopsentinel.LoopSentinel;
import io.loopsentinel.LoopSession;
import io.loopsentinel.it.model.Conversation;
import io.loopsentinel.it.model.Conversation.Message;
import io.loopsentinel.it.model.Reply;
import io.loopsentinel.it.model.Reply.Answer;
import io.loopsentinel.it.model.Reply.ToolCall;
import io.loopsentinel.it.model.Reply.ToolCalls;
import io.loopsentinel.it.model.Script;
import io.loopsentinel.it.model.ScriptedModelServer;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Function;

/**
 * A model that calls a tool until it is told something from outside, which happens after the first
 * result, and then says where it was told.
 *
 * @param tool the name of the tool
 */
public record ToldModel(String tool) implements Script {

  private static final int MAX_MESSAGES = 8;

  /**
   * Asks it, and prints its answer and the number of requests.
   *
   * @param assistant makes what answers a question, of its model's URL
   */
  public void play(Function<String, Callable<String>> assistant) {
    try (ScriptedModelServer model = ScriptedModelServer.start(this)) {
      Answers answers = Answers.none().and(assistant.apply(model.baseUrl()));
      System.out.println(answers.answers() + " after " + model.log().requests() + " requests");
    }
  }

  @Override
  public Reply next(Conversation conversation) {
    List<Message> messages = conversation.messages();
    Message latest = messages.get(messages.size() - 1);
    if (latest.text().contains("A word from the operator: Look in the cellar.")) {
      return new Answer("told by " + latest.role());
    }
    if (messages.size() > MAX_MESSAGES) {
      return new Answer("not told");
    }
    if (latest.role().equals("tool")) {
      for (LoopSession session : LoopSentinel.sessions()) {
        LoopSentinel.tell(session.key(), "Look in the cellar.");
      }
    }
    return new ToolCalls(List.of(new ToolCall(tool, "{\"query\": \"" + messages.size() + "\"}")));
  }
}
