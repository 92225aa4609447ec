package io.loopsentinel.it.springaialibaba;

import com.alibaba.cloud.ai.graph.NodeOutput;
import com.alibaba.cloud.ai.graph.OverAllState;
import com.alibaba.cloud.ai.graph.RunnableConfig;
import com.alibaba.cloud.ai.graph.agent.Agent;
import com.alibaba.cloud.ai.graph.agent.AgentTool;
import com.alibaba.cloud.ai.graph.agent.Builder;
import com.alibaba.cloud.ai.graph.agent.ReactAgent;
import com.alibaba.cloud.ai.graph.agent.flow.agent.LoopAgent;
import com.alibaba.cloud.ai.graph.agent.flow.agent.ParallelAgent;
import com.alibaba.cloud.ai.graph.agent.flow.agent.loop.LoopMode;
import com.alibaba.cloud.ai.graph.checkpoint.savers.MemorySaver;
import com.alibaba.cloud.ai.graph.exception.GraphRunnerException;
import io.loopsentinel.it.contract.Behaviour;
import io.loopsentinel.it.model.Conversation;
import io.loopsentinel.it.model.Reply;
import io.loopsentinel.it.model.Reply.Answer;
import io.loopsentinel.it.model.Reply.ToolCalls;
import io.loopsentinel.it.model.ScriptedModelServer;
import io.loopsentinel.it.scenario.Library;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import org.springframework.ai.chat.messages.Message;
import org.springframework.ai.openai.OpenAiChatModel;
import org.springframework.ai.openai.OpenAiChatOptions;
import org.springframework.ai.openai.api.OpenAiApi;

/** Answers questions with the help of one tool. For several users at once. */
final class Assistant implements AutoCloseable {

  private static final String PATH = "/v1";

  private final Answering answering;
  private final Runnable closing;

  /** How a question is answered. */
  @FunctionalInterface
  private interface Answering {
    String answer(String question) throws GraphRunnerException;
  }

  private Assistant(Answering answering, Runnable closing) {
    this.answering = answering;
    this.closing = closing;
  }

  static Assistant of(Dispatch dispatch, Behaviour behaviour, String url, Library library) {
    Builder agent = agent("librarian", url);
    if (behaviour == AlibabaBehaviour.BRANCHING) {
      return parallel(AlibabaBehaviour.AGENTS, url, new SearchTool(library));
    }
    return switch (dispatch.way()) {
      case CALLED -> called(dispatch.equip(agent, library).saver(new MemorySaver()), () -> {});
      case STREAMED -> streamed(dispatch.equip(agent, library));
      case LOOP ->
          loop(
              dispatch.equip(agent, library),
              behaviour == AlibabaBehaviour.RETURNING ? AlibabaBehaviour.LOOPS : 1);
      case AGENT_AS_TOOL -> {
        ScriptedModelServer librarian = ScriptedModelServer.start(Assistant::librarian);
        Builder inner = dispatch.equip(agent("search", librarian.baseUrl()), library);
        yield called(
            agent.tools(AgentTool.getFunctionToolCallback(inner.build())), librarian::close);
      }
    };
  }

  /** Answers a question of the user whom this thread belongs to; fails as the framework fails. */
  String answer(String question) throws GraphRunnerException {
    return answering.answer(question);
  }

  @Override
  public void close() {
    closing.run();
  }

  private static Assistant called(Builder builder, Runnable closing) {
    ReactAgent agent = builder.build();
    return new Assistant(
        question -> agent.call(question, conversation(Thread.currentThread().getName())).getText(),
        closing);
  }

  private static Assistant streamed(Builder builder) {
    ReactAgent agent = builder.build();
    return new Assistant(
        question ->
            agent.stream(question)
                .retry(2)
                .last()
                .map(NodeOutput::state)
                .map(Assistant::lastText)
                .blockOptional()
                .orElseThrow(),
        () -> {});
  }

  private static Assistant loop(Builder builder, int rounds) {
    LoopAgent loop =
        LoopAgent.builder()
            .name("loop")
            .subAgent(builder.build())
            .loopStrategy(LoopMode.count(rounds))
            .build();
    return new Assistant(
        question -> loop.invoke(question, newConversation()).map(Assistant::lastText).orElseThrow(),
        () -> {});
  }

  /** Whose tools are called one after another: they would wait for the threads of the agents. */
  private static Assistant parallel(int count, String url, SearchTool tool) {
    List<Agent> agents =
        IntStream.range(0, count)
            .<Agent>mapToObj(
                i ->
                    agent("librarian " + i, url).methodTools(tool).outputKey("answer " + i).build())
            .toList();
    ParallelAgent parallel = ParallelAgent.builder().name("parallel").subAgents(agents).build();
    return new Assistant(
        question ->
            parallel
                .invoke(question, newConversation())
                .flatMap(state -> state.value("answer 0", Message.class))
                .map(Message::getText)
                .orElseThrow(),
        () -> {});
  }

  static Builder agent(String name, String url) {
    return ReactAgent.builder()
        .name(name)
        .description("Searches the library")
        .model(
            OpenAiChatModel.builder()
                .openAiApi(
                    OpenAiApi.builder()
                        .baseUrl(url.substring(0, url.length() - PATH.length()))
                        .apiKey("none")
                        .build())
                .defaultOptions(
                    OpenAiChatOptions.builder().model("scripted").streamUsage(true).build())
                .build());
  }

  /** The graphs of several agents keep conversations in any case. */
  private static RunnableConfig newConversation() {
    return conversation(UUID.randomUUID().toString());
  }

  private static RunnableConfig conversation(String id) {
    return RunnableConfig.builder().threadId(id).build();
  }

  static String lastText(OverAllState state) {
    List<?> messages = (List<?>) state.value("messages").orElseThrow();
    return ((Message) messages.get(messages.size() - 1)).getText();
  }

  /** A model that searches once for what it is asked, and passes the result on. */
  private static Reply librarian(Conversation conversation) {
    List<String> results = conversation.latestToolResults();
    return results.isEmpty()
        ? new ToolCalls(
            List.of(
                AlibabaApplication.HABITS.search(
                    conversation.messages().get(conversation.messages().size() - 1).text())))
        : new Answer(results.get(0));
  }
}
