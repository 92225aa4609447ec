package io.loopsentinel.it.googleadk;

import com.google.adk.agents.BaseAgent;
import com.google.adk.agents.LoopAgent;
import com.google.adk.tools.AgentTool;
import com.google.adk.tools.FunctionTool;
import io.loopsentinel.it.contract.ModelBehaviour;
import io.loopsentinel.it.model.Conversation;
import io.loopsentinel.it.model.Reply;
import io.loopsentinel.it.model.Reply.Answer;
import io.loopsentinel.it.model.Reply.ToolCall;
import io.loopsentinel.it.model.Reply.ToolCalls;
import io.loopsentinel.it.model.Script;
import io.loopsentinel.it.scenario.Library;
import java.util.List;
import java.util.stream.IntStream;

/** Agents that work together, and what their models do; a librarian has the tool to search. */
enum Workflow {
  /** A manager asks a librarian, who is a tool, the same again and again until it is told. */
  LOOPING_MANAGER,
  /** A manager asks a librarian, who is a tool and makes one call again and again until told. */
  LOOPING_LIBRARIAN,
  /** A manager asks a librarian, who is a tool, four questions; each makes the same call. */
  HEALTHY_MANAGER,
  /** Five librarians at once, all of whom make the same call. */
  PARALLEL,
  /** Librarians in a loop without an end, who make the same call and then answer. */
  REPEATED_CALL,
  /** Librarians in a loop without an end, who give the same answer each time. */
  REPEATED_ANSWER;

  private static final String LIBRARIAN = "librarian";
  private static final int MANY = 5;
  private static final int QUESTIONS = 4;

  BaseAgent agent(String managersModel, String librariansModel, SearchTool tool) {
    return switch (this) {
      case LOOPING_MANAGER, LOOPING_LIBRARIAN, HEALTHY_MANAGER ->
          Assistant.agent("manager", managersModel)
              .tools(AgentTool.create(librarian(LIBRARIAN, librariansModel, tool)))
              .build();
      case PARALLEL ->
          Adk.parallel()
              .name("parallel")
              .subAgents(
                  IntStream.range(0, MANY)
                      .mapToObj(i -> librarian(LIBRARIAN + i, librariansModel, tool))
                      .toList())
              .build();
      case REPEATED_CALL, REPEATED_ANSWER ->
          LoopAgent.builder()
              .name("loop")
              .subAgents(List.of(librarian(LIBRARIAN, librariansModel, tool)))
              .build();
    };
  }

  Script manager() {
    return switch (this) {
      case LOOPING_MANAGER -> Script.looping(conversation -> ask("loops"), ModelBehaviour.ANSWER);
      case HEALTHY_MANAGER ->
          conversation ->
              conversation.responses() < QUESTIONS
                  ? ask("shelf " + conversation.responses())
                  : new Answer(ModelBehaviour.ANSWER);
      default ->
          conversation ->
              conversation.responses() == 0 ? ask("loops") : new Answer(ModelBehaviour.ANSWER);
    };
  }

  Script librarian() {
    return switch (this) {
      case LOOPING_LIBRARIAN -> Script.looping(conversation -> search(), ModelBehaviour.ANSWER);
      case REPEATED_ANSWER -> conversation -> new Answer(ModelBehaviour.ANSWER);
      default -> Workflow::searchThenAnswer;
    };
  }

  private static BaseAgent librarian(String name, String model, SearchTool tool) {
    return Assistant.agent(name, model).tools(FunctionTool.create(tool, "search")).build();
  }

  private static Reply searchThenAnswer(Conversation conversation) {
    return conversation.latestToolResults().isEmpty()
        ? search()
        : new Answer("After " + conversation.responses() + ": " + ModelBehaviour.ANSWER);
  }

  private static Reply search() {
    return new ToolCalls(List.of(new ToolCall("search", "{\"query\": \"" + Library.LOOPS + "\"}")));
  }

  private static Reply ask(String request) {
    return new ToolCalls(List.of(new ToolCall(LIBRARIAN, "{\"request\": \"" + request + "\"}")));
  }
}
