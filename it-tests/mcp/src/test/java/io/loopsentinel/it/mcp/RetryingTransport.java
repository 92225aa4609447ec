package io.loopsentinel.it.mcp;

import io.modelcontextprotocol.json.TypeRef;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCMessage;
import io.modelcontextprotocol.spec.McpServerSession;
import io.modelcontextprotocol.spec.McpServerTransport;
import io.modelcontextprotocol.spec.McpServerTransportProvider;
import java.time.Duration;
import java.util.List;
import reactor.core.publisher.Mono;
import reactor.util.retry.Retry;

/**
 * A server's transport that sends a message again which the SDK's transport refused because another
 * thread had not quite finished sending the one before.
 *
 * <p>{@code StdioServerTransportProvider} fails such a message ("Failed to enqueue message"), which
 * ends its stream of messages: the server goes on running and never answers again. A client that
 * sends one call after the other meets it after some hundred calls, without any agent. See <a
 * href="https://github.com/modelcontextprotocol/java-sdk/issues/686">java-sdk 686</a>.
 */
record RetryingTransport(McpServerTransportProvider provider)
    implements McpServerTransportProvider {

  private static final Retry UNTIL_ENQUEUED =
      Retry.fixedDelay(1000, Duration.ofMillis(1))
          .filter(failure -> "Failed to enqueue message".equals(failure.getMessage()));

  @Override
  public void setSessionFactory(McpServerSession.Factory factory) {
    provider.setSessionFactory(transport -> factory.create(new OfOneSession(transport)));
  }

  @Override
  public Mono<Void> notifyClients(String method, Object parameters) {
    return provider.notifyClients(method, parameters);
  }

  @Override
  public Mono<Void> closeGracefully() {
    return provider.closeGracefully();
  }

  @Override
  public List<String> protocolVersions() {
    return provider.protocolVersions();
  }

  private record OfOneSession(McpServerTransport transport) implements McpServerTransport {

    @Override
    public Mono<Void> sendMessage(JSONRPCMessage message) {
      return transport.sendMessage(message).retryWhen(UNTIL_ENQUEUED);
    }

    @Override
    public <T> T unmarshalFrom(Object data, TypeRef<T> type) {
      return transport.unmarshalFrom(data, type);
    }

    @Override
    public Mono<Void> closeGracefully() {
      return transport.closeGracefully();
    }

    @Override
    public void close() {
      transport.close();
    }

    @Override
    public List<String> protocolVersions() {
      return transport.protocolVersions();
    }
  }
}
