package io.loopsentinel.it.agentscope;

import io.loopsentinel.it.contract.Behaviour;
import io.loopsentinel.it.contract.Habits;
import io.loopsentinel.it.contract.ModelBehaviour;
import io.loopsentinel.it.contract.ScenarioApplication;
import io.loopsentinel.it.contract.ScenarioProgram;
import io.loopsentinel.it.contract.Scenarios;
import io.loopsentinel.it.harness.JavaProgram;
import io.loopsentinel.it.model.Conversation;
import io.loopsentinel.it.model.Reply;
import io.loopsentinel.it.model.Reply.Answer;
import io.loopsentinel.it.model.Reply.ToolCall;
import io.loopsentinel.it.model.Reply.ToolCalls;
import io.loopsentinel.it.model.Script;
import io.loopsentinel.it.model.ScriptedModelServer;
import io.loopsentinel.it.scenario.Library;
import java.util.List;
import java.util.stream.IntStream;

/** The application on AgentScope that plays the scenarios. */
final class AgentScopeApplication extends ScenarioApplication<Dispatch> {

  static final Habits HABITS = Habits.DEFAULT.withPatience(26).withVolumes(6);

  static final Scenarios<Dispatch> SCENARIOS =
      new Scenarios<>(
          JavaProgram.ofMain(AgentScopeApplication.class).jvmOptions(JavaProgram.QUICK_START),
          List.of(Dispatch.values()),
          HABITS);

  /** What a model answers that AgentScope asks to sum up. */
  static final String SUMMARY = "I have not come to an end.";

  /** How many responses AgentScope waits for by default. */
  static final int ITERATIONS = 10;

  private AgentScopeApplication() {
    super(List.of(Dispatch.values()), HABITS, AgentScopeBehaviour.values());
  }

  public static void main(String[] args) {
    ScenarioProgram.run(new AgentScopeApplication(), args);
  }

  /** A call of an unknown tool has another one beside it, which is new. */
  @Override
  protected Script script(Dispatch dispatch, Behaviour behaviour) {
    Script alone = behaviour.script(HABITS);
    Script script =
        behaviour == ModelBehaviour.GUESSING ? HABITS.besideEach(behaviour, alone) : alone;
    return conversation ->
        isToSumUp(conversation)
            ? new Answer(SUMMARY)
            : adapted(dispatch, script.next(conversation));
  }

  private static Reply adapted(Dispatch dispatch, Reply reply) {
    return dispatch.endsByTool() && reply instanceof Answer answer
        ? new ToolCalls(
            List.of(
                AgentScopeBehaviour.respond("response", "{\"text\": \"" + answer.text() + "\"}")))
        : reply;
  }

  private static boolean isToSumUp(Conversation conversation) {
    List<Conversation.Message> messages = conversation.messages();
    return messages.get(messages.size() - 1).text().startsWith("You have failed to generate");
  }

  @Override
  protected Users users(Dispatch dispatch, Behaviour behaviour, String modelUrl, Library library) {
    ScriptedModelServer manager = ScriptedModelServer.start(AgentScopeApplication::delegated);
    int iterations = behaviour == ModelBehaviour.CHATTING ? HABITS.patience() : ITERATIONS;
    Assistant assistant = Assistant.of(dispatch, iterations, modelUrl, manager.baseUrl(), library);
    List<Assistant.Conversation> conversations =
        IntStream.range(0, behaviour.users())
            .mapToObj(user -> assistant.conversation("user " + user))
            .toList();
    return new Users() {
      @Override
      public String ask(int user, String question) {
        return conversations.get(user).answer(question);
      }

      @Override
      public void close() {
        manager.close();
      }
    };
  }

  /** An agent that asks another one, and passes on what that says. */
  private static Reply delegated(Conversation conversation) {
    return conversation.responsesToQuestion() == 0
        ? new ToolCalls(
            List.of(new ToolCall("librarian", "{\"message\": \"What is there on loops?\"}")))
        : new Answer(passedOn(conversation.latestToolResults().get(0)));
  }

  /** AgentScope puts the id of a session before what an agent says. */
  private static String passedOn(String result) {
    return result.substring(result.lastIndexOf('\n') + 1);
  }
}
