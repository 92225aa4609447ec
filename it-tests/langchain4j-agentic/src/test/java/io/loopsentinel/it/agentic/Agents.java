package io.loopsentinel.it.agentic;

import dev.langchain4j.agentic.Agent;
import dev.langchain4j.agentic.AgenticServices;
import dev.langchain4j.agentic.UntypedAgent;
import dev.langchain4j.agentic.supervisor.SupervisorAgent;
import dev.langchain4j.agentic.supervisor.SupervisorResponseStrategy;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.openai.OpenAiChatModel;
import dev.langchain4j.service.MemoryId;
import dev.langchain4j.service.V;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.Executor;

/** The agents of one scenario. */
final class Agents {

  private static final int ITERATIONS = 8;

  /** Equal calls that run before the next is a finding. */
  private static final int LET_RUN = 3;

  private final Scenario scenario;
  private final String supervisorUrl;
  private final String librarianUrl;
  private final Executor executor;
  private final Shelves shelves = new Shelves();
  private final Counter counter;

  Agents(Scenario scenario, String supervisorUrl, String librarianUrl, Executor executor) {
    this.scenario = scenario;
    this.supervisorUrl = supervisorUrl;
    this.librarianUrl = librarianUrl;
    this.executor = executor;
    this.counter = new Counter(scenario.users());
  }

  /** A conversation: what belongs to one memory id. */
  public interface Conversation {
    @Agent
    String ask(@MemoryId String id, @V("query") String query);
  }

  /** Returns how often what may loop was run; those that the engine lets run have begun by then. */
  int runs() throws InterruptedException {
    if (scenario == Scenario.LOOP_OF_ASYNCHRONOUS_AGENTS) {
      counter.awaitRuns(LET_RUN);
    }
    return shelves.runs() + counter.runs();
  }

  /** Returns the caller of the outermost agent. */
  Callable<Object> root() {
    Map<String, Object> input = Map.of("query", Scenario.QUESTION);
    return switch (scenario) {
      case SUPERVISOR_LOOPING, SUPERVISOR_STUBBORN, SUPERVISOR_HEALTHY -> {
        SupervisorAgent supervisor = supervisor();
        yield () -> supervisor.invoke(Scenario.QUESTION);
      }
      case TOOL_LOOPING, TOOL_STUBBORN -> {
        UntypedAgent sequence =
            AgenticServices.sequenceBuilder().subAgents(librarian()).outputKey("answer").build();
        yield () -> sequence.invoke(input);
      }
      case LOOP_OF_TEXTS -> loop(Integer.MAX_VALUE, counter.ofTexts());
      case LOOP_OF_NUMBERS -> loop(Integer.MAX_VALUE, counter.ofNumbers());
      case LOOP_OF_PARALLEL_AGENTS -> loop(Integer.MAX_VALUE, parallel());
      case LOOP_OF_ASYNCHRONOUS_AGENTS -> loop(ITERATIONS, counter.ofTextsAside());
      case LOOP_ON_THE_SCOPE -> loop(ITERATIONS, onTheScope());
      case TWO_USERS -> loop(3, counter.ofTexts());
      case TWO_QUESTIONS -> {
        Conversation conversation =
            AgenticServices.loopBuilder(Conversation.class)
                .subAgents(counter.ofTexts())
                .maxIterations(3)
                .outputKey("text")
                .build();
        yield () ->
            conversation.ask("ada", Scenario.QUESTION) + conversation.ask("ada", Scenario.QUESTION);
      }
    };
  }

  private Callable<Object> loop(int iterations, Object agent) {
    UntypedAgent loop =
        AgenticServices.loopBuilder()
            .subAgents(agent)
            .maxIterations(iterations)
            .output(scope -> Scenario.ANSWER)
            .build();
    return () -> loop.invoke(Map.of("query", Scenario.QUESTION));
  }

  private Object parallel() {
    return AgenticServices.parallelBuilder()
        .subAgents(counter.ofTexts(), librarian())
        .executor(executor)
        .build();
  }

  private static Object onTheScope() {
    return AgenticServices.agentAction(
        scope -> scope.writeState("count", scope.readState("count", 0) + 1));
  }

  private SupervisorAgent supervisor() {
    return AgenticServices.supervisorBuilder()
        .chatModel(model(supervisorUrl))
        .subAgents(librarian())
        .maxAgentsInvocations(20)
        .responseStrategy(SupervisorResponseStrategy.SUMMARY)
        .build();
  }

  private Librarian librarian() {
    return AgenticServices.agentBuilder(Librarian.class)
        .chatModel(model(librarianUrl))
        .tools(shelves)
        .build();
  }

  private static ChatModel model(String url) {
    return OpenAiChatModel.builder().baseUrl(url).apiKey("none").modelName("scripted").build();
  }
}
