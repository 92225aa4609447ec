package io.loopsentinel.it.langgraph4j;

import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.bsc.langgraph4j.CompileConfig;
import org.bsc.langgraph4j.CompiledGraph;
import org.bsc.langgraph4j.GraphInput;
import org.bsc.langgraph4j.GraphStateException;
import org.bsc.langgraph4j.NodeOutput;
import org.bsc.langgraph4j.RunnableConfig;
import org.bsc.langgraph4j.StateGraph;
import org.bsc.langgraph4j.agent.AgentEx.ApprovalState;
import org.bsc.langgraph4j.checkpoint.MemorySaver;
import org.bsc.langgraph4j.prebuilt.MessagesState;
import org.bsc.langgraph4j.state.AgentState;

/**
 * Answers questions with the help of a graph. For several users at once.
 *
 * @param <M> the messages of the graph's state
 * @param <S> the graph's state
 */
final class Assistant<M, S extends MessagesState<M>> {

  /** The constant of LangGraph4j has another name in older versions. */
  private static final String APPROVAL = "approval_result";

  private final CompiledGraph<S> graph;
  private final Function<String, M> question;
  private final Function<S, String> answer;

  private Assistant(
      CompiledGraph<S> graph, Function<String, M> question, Function<S, String> answer) {
    this.graph = graph;
    this.question = question;
    this.answer = answer;
  }

  /**
   * Creates one.
   *
   * @param question makes a message of a question
   * @param answer returns the answer that a state has in the end
   */
  static <M, S extends MessagesState<M>> Assistant<M, S> of(
      CompiledGraph<S> graph, Function<String, M> question, Function<S, String> answer) {
    return new Assistant<>(graph, question, answer);
  }

  /** Returns a graph that has nothing to do but to run another one. */
  static <S extends AgentState> StateGraph<S> around(StateGraph<S> agent)
      throws GraphStateException {
    return new StateGraph<>(agent.getChannels(), agent.getStateSerializer())
        .addNode("librarian", agent.compile())
        .addEdge(StateGraph.START, "librarian")
        .addEdge("librarian", StateGraph.END);
  }

  /**
   * Begins the configuration of a graph.
   *
   * @param saver whether a saver keeps its threads
   */
  static CompileConfig.Builder config(boolean saver) {
    CompileConfig.Builder config = CompileConfig.builder();
    return saver ? config.checkpointSaver(new MemorySaver()) : config;
  }

  /** Answers a question of a thread; fails as LangGraph4j fails. */
  String answer(Dispatch dispatch, String thread, String asked) throws Exception {
    RunnableConfig config = config(thread);
    Map<String, Object> inputs = inputs(asked);
    return switch (dispatch) {
      case CALLED, OWN_TOOL, SUBGRAPH -> answer.apply(graph.invoke(inputs, config).orElseThrow());
      case STREAMED -> answer.apply(last(graph.stream(inputs, config)).state());
      case APPROVED -> {
        NodeOutput<S> output = last(graph.stream(inputs, config));
        while (!output.isEND()) {
          output =
              last(
                  graph.stream(
                      GraphInput.resume(),
                      graph.updateState(config, Map.of(APPROVAL, ApprovalState.APPROVED.name()))));
        }
        yield answer.apply(output.state());
      }
    };
  }

  /** Answers a question of a thread by outputs that come on another thread of the JVM. */
  String answerLater(String thread, String asked) throws Throwable {
    AtomicReference<NodeOutput<S>> last = new AtomicReference<>();
    try {
      graph.stream(inputs(asked), config(thread)).forEachAsync(last::set).get();
    } catch (ExecutionException e) {
      throw e.getCause();
    }
    return answer.apply(last.get().state());
  }

  private static RunnableConfig config(String thread) {
    return RunnableConfig.builder().threadId(thread).build();
  }

  /**
   * Returns a graph's input. The executor for LangChain4j would take its answer to the thread's
   * last question for this one's.
   */
  private Map<String, Object> inputs(String asked) {
    return Map.of("messages", question.apply(asked), "agent_response", AgentState.MARK_FOR_REMOVAL);
  }

  private static <O> O last(Iterable<O> outputs) {
    O last = null;
    for (O output : outputs) {
      last = output;
    }
    return Objects.requireNonNull(last);
  }
}
