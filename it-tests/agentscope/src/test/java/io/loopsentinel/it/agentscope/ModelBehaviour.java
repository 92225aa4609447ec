package io.loopsentinel.it.agentscope;

import io.loopsentinel.it.model.Conversation;
import io.loopsentinel.it.model.Reply;
import io.loopsentinel.it.model.Reply.Answer;
import io.loopsentinel.it.model.Reply.ToolCall;
import io.loopsentinel.it.model.Reply.ToolCalls;
import io.loopsentinel.it.model.Script;
import io.loopsentinel.it.scenario.Library;
import java.util.Collections;
import java.util.List;
import java.util.function.IntFunction;

/** How the model behaves in a scenario. */
enum ModelBehaviour {
  /** Makes one call again and again until it is told. */
  LOOPING,
  /** Makes one call again and again, whatever it is told. */
  STUBBORN,
  /** Makes one call again and again, each time beside a new one, until it is told. */
  PAIRING,
  /** Makes one call five times in each response, until it is told. */
  CROWDING,
  /** Makes six calls in turn and says the same beside each, until it is told as by the user. */
  CHATTING,
  /** Makes ever new calls that fail in the same way, until it is told that they were not run. */
  FAILING,
  /** Makes ever new calls that find the same, until it is told. */
  BROWSING,
  /** Calls a tool that does not exist beside one that does, until it is told. */
  INVENTING,
  /** Answers in a way that no tool understands, until it is told that this was not run. */
  GARBLING,
  /** Makes ever new calls. */
  UNTIRING,
  /** Makes different calls, some at a time, then answers. */
  HEALTHY,
  /** Makes one call as often as it may, then answers; two users ask at once, and both once more. */
  SHARED;

  static final String ANSWER = "There are three books on loops.";

  /** What a model answers that AgentScope asks to sum up. */
  static final String SUMMARY = "I have not come to an end.";

  /** How many responses AgentScope waits for by default. */
  static final int ITERATIONS = 10;

  private static final int MAX_RESPONSES = 26;

  /** Returns how many ask at once. */
  int users() {
    return this == SHARED ? 2 : 1;
  }

  /** Returns how often each of them asks. */
  int rounds() {
    return this == SHARED ? 2 : 1;
  }

  /** Returns how many responses the agent waits for. */
  int iterations() {
    return this == CHATTING ? MAX_RESPONSES : ITERATIONS;
  }

  Script script(Dispatch dispatch) {
    Script script = script();
    return conversation ->
        isToSumUp(conversation)
            ? new Answer(SUMMARY)
            : dispatch.endsByTool() && script.next(conversation) instanceof Answer answer
                ? respond("response", "{\"text\": \"" + answer.text() + "\"}")
                : script.next(conversation);
  }

  /** An agent that asks another one, and passes on what that says. */
  static Script manager() {
    return conversation ->
        conversation.responsesToQuestion() == 0
            ? new ToolCalls(
                List.of(new ToolCall("librarian", "{\"message\": \"What is there on loops?\"}")))
            : new Answer(passedOn(conversation.latestToolResults().get(0)));
  }

  /** AgentScope puts the id of a session before what an agent says. */
  private static String passedOn(String result) {
    return result.substring(result.lastIndexOf('\n') + 1);
  }

  private Script script() {
    return switch (this) {
      case LOOPING -> untilTold(responses -> List.of(search(Library.LOOPS)));
      case STUBBORN -> Script.stubborn(search(Library.LOOPS));
      case PAIRING ->
          untilTold(responses -> List.of(search(Library.LOOPS), search("shelf " + responses)));
      case CROWDING -> untilTold(responses -> Collections.nCopies(5, search(Library.LOOPS)));
      case CHATTING ->
          conversation -> conversation.isWarned() ? new Answer(ANSWER) : chatting(conversation);
      case FAILING -> untilStopped(responses -> List.of(search(Library.BROKEN + responses)));
      case BROWSING -> untilTold(responses -> List.of(search(Library.MAP + responses)));
      case INVENTING ->
          untilTold(
              responses ->
                  List.of(
                      new ToolCall("find", "{\"title\": \"loops\"}"),
                      search("shelf " + responses)));
      case GARBLING -> untilStopped(responses -> respond("answer", "7").calls());
      case UNTIRING ->
          Script.untilExhausted(MAX_RESPONSES, responses -> List.of(search("shelf " + responses)));
      case HEALTHY -> Script.healthy(Library.healthySearches(ModelBehaviour::search), ANSWER);
      case SHARED ->
          conversation ->
              conversation.responsesToQuestion() < 3
                  ? new ToolCalls(List.of(search(Library.LOOPS)))
                  : new Answer(ANSWER);
    };
  }

  private static boolean isToSumUp(Conversation conversation) {
    List<Conversation.Message> messages = conversation.messages();
    return messages.get(messages.size() - 1).text().startsWith("You have failed to generate");
  }

  private static Reply chatting(Conversation conversation) {
    int responses = conversation.responses();
    return responses < MAX_RESPONSES
        ? new ToolCalls(
            "Let me look for one more volume, and then I shall answer.",
            List.of(search("volume " + responses % 6)))
        : new Answer(Script.EXHAUSTED);
  }

  private static Script untilStopped(IntFunction<List<ToolCall>> calls) {
    Script untold = Script.untilExhausted(MAX_RESPONSES, calls);
    return conversation ->
        conversation.latestHints().stream().anyMatch(hint -> hint.contains("was not run"))
            ? new Answer(ANSWER)
            : untold.next(conversation);
  }

  private static Script untilTold(IntFunction<List<ToolCall>> calls) {
    return Script.looping(Script.untilExhausted(MAX_RESPONSES, calls), ANSWER);
  }

  private static ToolCall search(String query) {
    return new ToolCall("search", "{\"query\": \"" + query + "\"}");
  }

  /** Returns a call of the tool that ends a run, which has one parameter, {@code response}. */
  private static ToolCalls respond(String parameter, String value) {
    return new ToolCalls(
        List.of(new ToolCall("generate_response", "{\"" + parameter + "\": " + value + "}")));
  }
}
