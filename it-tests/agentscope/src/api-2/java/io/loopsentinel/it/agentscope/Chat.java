package io.loopsentinel.it.agentscope;

import io.agentscope.core.ReActAgent;
import io.agentscope.core.agent.RuntimeContext;
import io.agentscope.core.event.AgentResultEvent;
import io.agentscope.core.message.Msg;
import io.agentscope.core.model.Model;
import io.agentscope.extensions.model.openai.OpenAIChatModel;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * One user's conversation with an agent of AgentScope 2.0, which serves all users.
 *
 * @param context tells it from others; the same for each message
 */
record Chat(ReActAgent agent, RuntimeContext context) {

  /** Returns a factory of conversations of a user. */
  static Function<String, Chat> with(Supplier<ReActAgent.Builder> agents) {
    ReActAgent agent = agents.get().build();
    return user ->
        new Chat(agent, RuntimeContext.builder().userId(user).sessionId("on loops").build());
  }

  /** Returns a model of OpenAI at a URL. */
  static Model model(String url, boolean streamed) {
    OpenAIChatModel.Builder model =
        OpenAIChatModel.builder().apiKey("none").modelName("scripted").baseUrl(url);
    return model.stream(streamed).nativeStructuredOutput(false).build();
  }

  /** Returns models that give an answer its form themselves. */
  static List<Function<String, Model>> formingModels() {
    return List.of(
        url ->
            OpenAIChatModel.builder()
                .apiKey("none")
                .modelName("scripted")
                .baseUrl(url)
                .stream(false)
                .nativeStructuredOutput(true)
                .build());
  }

  Mono<Msg> call(Msg question) {
    return agent.call(List.of(question), context);
  }

  Mono<Msg> call(Msg question, Class<?> form) {
    return agent.call(List.of(question), form, context);
  }

  /** Streams all events; the last message is the answer. */
  Flux<Msg> stream(Msg question) {
    return agent
        .streamEvents(question, context)
        .ofType(AgentResultEvent.class)
        .map(AgentResultEvent::getResult);
  }
}
