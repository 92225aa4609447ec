package io.loopsentinel.it.mcp;

import io.modelcontextprotocol.server.McpServer;
import io.modelcontextprotocol.server.transport.HttpServletStatelessServerTransport;
import io.modelcontextprotocol.server.transport.HttpServletStreamableServerTransportProvider;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import jakarta.servlet.http.HttpServlet;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Map;
import org.eclipse.jetty.ee10.servlet.ServletContextHandler;
import org.eclipse.jetty.ee10.servlet.ServletHolder;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.component.LifeCycle;
import reactor.core.publisher.Mono;

/** An asynchronous server with sessions and a stateless one, on a free port of the loopback. */
final class HttpServers implements AutoCloseable {

  /** Where the server with sessions is. */
  static final String SESSIONS = "/mcp";

  /** Where the stateless one is. */
  static final String STATELESS = "/stateless";

  /** What a tool does. */
  @FunctionalInterface
  interface Handler {
    CallToolResult call(CallToolRequest request);
  }

  private final Server jetty;

  private HttpServers(Server jetty) {
    this.jetty = jetty;
  }

  static HttpServers start() throws Exception {
    Library library = new Library();
    return start(Map.of(Library.SEARCH, library::call, Library.RUNS, library::call));
  }

  /** Starts servers with other tools, each of which takes a query. */
  static HttpServers start(Map<String, Handler> tools) throws Exception {
    ServletContextHandler servlets = new ServletContextHandler();
    add(servlets, SESSIONS, withSessions(tools));
    add(servlets, STATELESS, stateless(tools));
    Server jetty = new Server(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    jetty.setHandler(servlets);
    jetty.start();
    return new HttpServers(jetty);
  }

  int port() {
    return ((ServerConnector) jetty.getConnectors()[0]).getLocalPort();
  }

  @Override
  public void close() {
    LifeCycle.stop(jetty);
  }

  private static HttpServlet withSessions(Map<String, Handler> tools) {
    HttpServletStreamableServerTransportProvider transport =
        HttpServletStreamableServerTransportProvider.builder().mcpEndpoint(SESSIONS).build();
    McpServer.AsyncSpecification<?> server = McpServer.async(transport);
    tools.forEach(
        (name, handler) ->
            server.toolCall(
                Library.tool(name),
                (exchange, request) -> Mono.fromCallable(() -> handler.call(request))));
    server.build();
    return transport;
  }

  private static HttpServlet stateless(Map<String, Handler> tools) {
    HttpServletStatelessServerTransport transport =
        HttpServletStatelessServerTransport.builder().messageEndpoint(STATELESS).build();
    McpServer.StatelessSyncSpecification server = McpServer.sync(transport);
    tools.forEach(
        (name, handler) ->
            server.toolCall(Library.tool(name), (context, request) -> handler.call(request)));
    server.build();
    return transport;
  }

  private static void add(ServletContextHandler servlets, String path, HttpServlet servlet) {
    ServletHolder holder = new ServletHolder(servlet);
    holder.setAsyncSupported(true);
    servlets.addServlet(holder, path);
  }
}
