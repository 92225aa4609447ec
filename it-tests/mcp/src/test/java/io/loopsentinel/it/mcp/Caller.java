package io.loopsentinel.it.mcp;

import io.loopsentinel.ToolLoopError;
import io.modelcontextprotocol.client.McpAsyncClient;
import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.spec.McpClientTransport;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Calls tools by a client that is connected to a server; closing it ends the connection. */
sealed interface Caller extends AutoCloseable {

  /** Long, for a busy machine takes long to start a server: by itself the SDK waits 20 seconds. */
  Duration LIMIT = Duration.ofMinutes(2);

  static Caller connect(McpClientTransport transport, boolean later) {
    if (later) {
      McpAsyncClient client =
          McpClient.async(transport).requestTimeout(LIMIT).initializationTimeout(LIMIT).build();
      client.initialize().block(LIMIT);
      return new Later(client);
    }
    McpSyncClient client =
        McpClient.sync(transport).requestTimeout(LIMIT).initializationTimeout(LIMIT).build();
    client.initialize();
    return new Waiting(client);
  }

  /** Calls a tool and waits for what comes. */
  Reply call(String tool, String query);

  /** Searches several times at once. */
  List<Reply> searchAtOnce(String query, int times) throws InterruptedException;

  @Override
  void close();

  private static CallToolRequest request(String tool, String query) {
    return new CallToolRequest(tool, Map.of("query", query), null);
  }

  /** By the synchronous client. */
  record Waiting(McpSyncClient client) implements Caller {

    @Override
    public Reply call(String tool, String query) {
      try {
        return Reply.of(client.callTool(request(tool, query)));
      } catch (RuntimeException | ToolLoopError failure) {
        return Reply.of(failure);
      }
    }

    @Override
    public List<Reply> searchAtOnce(String query, int times) throws InterruptedException {
      ExecutorService threads = Executors.newFixedThreadPool(times);
      Callable<Reply> search = () -> call(Library.SEARCH, query);
      try {
        List<Reply> replies = new ArrayList<>();
        for (Future<Reply> reply : threads.invokeAll(Collections.nCopies(times, search))) {
          replies.add(reply.get());
        }
        return replies;
      } catch (ExecutionException impossible) {
        throw new IllegalStateException(impossible);
      } finally {
        threads.shutdown();
      }
    }

    @Override
    public void close() {
      client.closeGracefully();
    }
  }

  /** By the asynchronous client. */
  record Later(McpAsyncClient client) implements Caller {

    @Override
    public Reply call(String tool, String query) {
      return reply(tool, query).blockOptional(LIMIT).orElseThrow();
    }

    @Override
    public List<Reply> searchAtOnce(String query, int times) {
      return Flux.range(0, times)
          .flatMap(number -> reply(Library.SEARCH, query))
          .collectList()
          .blockOptional(LIMIT)
          .orElseThrow();
    }

    @Override
    public void close() {
      client.closeGracefully().block(LIMIT);
    }

    private Mono<Reply> reply(String tool, String query) {
      return client
          .callTool(request(tool, query))
          .map(Reply::of)
          .onErrorResume(failure -> Mono.just(Reply.of(failure)));
    }
  }
}
