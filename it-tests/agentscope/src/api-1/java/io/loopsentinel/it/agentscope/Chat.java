package io.loopsentinel.it.agentscope;

import io.agentscope.core.ReActAgent;
import io.agentscope.core.agent.Event;
import io.agentscope.core.agent.StreamOptions;
import io.agentscope.core.message.Msg;
import io.agentscope.core.model.Model;
import io.agentscope.core.model.OpenAIChatModel;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * One user's conversation with an agent of AgentScope 1.x, which serves nobody else.
 *
 * @param agents builds more of the kind
 */
record Chat(Supplier<ReActAgent.Builder> agents, ReActAgent agent) {

  /**
   * Returns a factory of conversations of a user. Up to 1.0.8 an agent may still count as running
   * when its answer is there, and would refuse the next question.
   */
  static Function<String, Chat> with(Supplier<ReActAgent.Builder> agents) {
    return user -> new Chat(agents, agents.get().checkRunning(false).build());
  }

  /** Returns a model of OpenAI at a URL. */
  static Model model(String url, boolean streamed) {
    OpenAIChatModel.Builder model =
        OpenAIChatModel.builder().apiKey("none").modelName("scripted").baseUrl(url);
    return model.stream(streamed).build();
  }

  /** Returns models that give an answer its form themselves; there are none before 2.0. */
  static List<Function<String, Model>> formingModels() {
    return List.of();
  }

  Mono<Msg> call(Msg question) {
    return agent.call(List.of(question));
  }

  /**
   * Answers by another agent with the same memory: this one may take the tool that gives an answer
   * its form away when the answer is there, and with it that of the next question.
   */
  Mono<Msg> call(Msg question, Class<?> form) {
    return agents.get().memory(agent.getMemory()).build().call(List.of(question), form);
  }

  /** Streams all events; the last message is the answer. */
  Flux<Msg> stream(Msg question) {
    return agent.stream(List.of(question), StreamOptions.defaults()).map(Event::getMessage);
  }
}
