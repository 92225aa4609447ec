package io.loopsentinel.it.springaialibaba;

import com.alibaba.cloud.ai.graph.NodeOutput;
import com.alibaba.cloud.ai.graph.RunnableConfig;
import com.alibaba.cloud.ai.graph.agent.Builder;
import com.alibaba.cloud.ai.graph.agent.ReactAgent;
import com.alibaba.cloud.ai.graph.checkpoint.savers.MemorySaver;
import io.loopsentinel.it.contract.EndProgram;
import io.loopsentinel.it.contract.SearchedLibrary;
import io.loopsentinel.it.contract.Way;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.UnaryOperator;

/** The ways of calling an agent of Spring AI Alibaba, whose saver keeps each user's thread. */
final class Ends {

  private Ends() {}

  public static void main(String[] args) {
    List<Way> ways = new ArrayList<>();
    ways.add(Way.of("`call`", (url, library) -> called(url, library, agent -> agent)));
    ways.add(Way.of("`stream`", (url, library) -> streamed(url, library, agent -> agent)));
    for (UnaryOperator<Builder> parallel : ParallelCalls.settings()) {
      ways.add(
          Way.of("`call`, tools in parallel", (url, library) -> called(url, library, parallel))
              .withConcurrentCalls());
      ways.add(
          Way.of("`stream`, tools in parallel", (url, library) -> streamed(url, library, parallel))
              .withConcurrentCalls());
    }
    EndProgram.play(ways);
  }

  private static Way.Assistant called(
      String url, SearchedLibrary library, UnaryOperator<Builder> setting) throws Exception {
    ReactAgent agent = agent(url, library, setting);
    return (user, question) -> Objects.requireNonNull(agent.call(question, thread(user)).getText());
  }

  /** Subscribes as a server does that answers its own client, and does not block. */
  private static Way.Assistant streamed(
      String url, SearchedLibrary library, UnaryOperator<Builder> setting) throws Exception {
    ReactAgent agent = agent(url, library, setting);
    return (user, question) -> {
      CompletableFuture<String> end = new CompletableFuture<>();
      agent.stream(question, thread(user))
          .last()
          .map(NodeOutput::state)
          .map(Assistant::lastText)
          .subscribe(end::complete, end::completeExceptionally);
      try {
        return end.get();
      } catch (ExecutionException e) {
        throw e.getCause();
      }
    };
  }

  private static ReactAgent agent(
      String url, SearchedLibrary library, UnaryOperator<Builder> setting) throws Exception {
    return setting
        .apply(Assistant.agent("librarian", url).methodTools(new RungTools(library)))
        .saver(new MemorySaver())
        .build();
  }

  private static RunnableConfig thread(String user) {
    return RunnableConfig.builder().threadId(user).build();
  }
}
