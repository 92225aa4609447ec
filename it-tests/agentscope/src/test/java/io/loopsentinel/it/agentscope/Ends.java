package io.loopsentinel.it.agentscope;

import io.agentscope.core.ReActAgent;
import io.agentscope.core.message.Msg;
import io.agentscope.core.message.MsgRole;
import io.agentscope.core.model.Model;
import io.agentscope.core.tool.Toolkit;
import io.agentscope.core.tool.ToolkitConfig;
import io.loopsentinel.it.contract.EndProgram;
import io.loopsentinel.it.contract.SearchedLibrary;
import io.loopsentinel.it.contract.Way;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The ways of calling an agent. */
final class Ends {

  private static final int RESPONSES = 12;

  private Ends() {}

  public static void main(String[] args) {
    List<Way> ways = new ArrayList<>();
    ways.add(way("`call().block()`", false, false, Ends::block));
    ways.add(way("`call().toFuture()`", false, false, Ends::get));
    ways.add(way("stream", true, false, Ends::last));
    ways.add(
        way("`call().block()`, tools in parallel", false, true, Ends::block).withConcurrentCalls());
    ways.add(way("stream, tools in parallel", true, true, Ends::last).withConcurrentCalls());
    ways.add(way("structured output", false, false, Ends::form));
    for (Function<String, Model> model : Chat.formingModels()) {
      ways.add(way("structured output, by the model itself", model, false, Ends::form));
    }
    EndProgram.play(ways);
  }

  /** Answers a question of a conversation. */
  @FunctionalInterface
  private interface Caller {
    @Nullable Msg answer(Chat chat, Msg question) throws Throwable;
  }

  private static Way way(String name, boolean streamed, boolean parallel, Caller caller) {
    return way(name, url -> Chat.model(url, streamed), parallel, caller);
  }

  private static Way way(
      String name, Function<String, Model> model, boolean parallel, Caller caller) {
    return Way.of(
        name,
        (url, library) -> {
          Function<String, Chat> begin =
              Chat.with(() -> agent(model.apply(url), parallel, library));
          Map<String, Chat> chats = new ConcurrentHashMap<>();
          return (user, question) ->
              text(
                  caller.answer(
                      chats.computeIfAbsent(user, begin),
                      Msg.builder().role(MsgRole.USER).textContent(question).build()));
        });
  }

  private static ReActAgent.Builder agent(Model model, boolean parallel, SearchedLibrary library) {
    Toolkit toolkit = new Toolkit(ToolkitConfig.builder().parallel(parallel).build());
    toolkit.registerTool(new RungTools(library));
    return ReActAgent.builder().name("librarian").model(model).toolkit(toolkit).maxIters(RESPONSES);
  }

  private static @Nullable Msg block(Chat chat, Msg question) {
    return chat.call(question).block();
  }

  private static @Nullable Msg form(Chat chat, Msg question) {
    return chat.call(question, Finding.class).block();
  }

  private static @Nullable Msg last(Chat chat, Msg question) {
    return chat.stream(question).blockLast();
  }

  private static @Nullable Msg get(Chat chat, Msg question) throws Throwable {
    try {
      return chat.call(question).toFuture().get();
    } catch (ExecutionException e) {
      throw e.getCause();
    }
  }

  private static String text(@Nullable Msg answer) {
    return Objects.requireNonNull(answer).getTextContent();
  }
}
