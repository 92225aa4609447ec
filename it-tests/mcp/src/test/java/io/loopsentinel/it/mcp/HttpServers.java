package io.loopsentinel.it.mcp;

import io.modelcontextprotocol.server.McpServer;
import io.modelcontextprotocol.server.transport.HttpServletStatelessServerTransport;
import io.modelcontextprotocol.server.transport.HttpServletStreamableServerTransportProvider;
import jakarta.servlet.http.HttpServlet;
import java.net.InetAddress;
import java.net.InetSocketAddress;
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

  private final Server jetty;

  private HttpServers(Server jetty) {
    this.jetty = jetty;
  }

  static HttpServers start() throws Exception {
    Library library = new Library();
    ServletContextHandler servlets = new ServletContextHandler();
    add(servlets, SESSIONS, withSessions(library));
    add(servlets, STATELESS, stateless(library));
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

  private static HttpServlet withSessions(Library library) {
    HttpServletStreamableServerTransportProvider transport =
        HttpServletStreamableServerTransportProvider.builder().mcpEndpoint(SESSIONS).build();
    McpServer.AsyncSpecification<?> server = McpServer.async(transport);
    Library.tools()
        .forEach(
            tool ->
                server.toolCall(
                    tool, (exchange, request) -> Mono.fromCallable(() -> library.call(request))));
    server.build();
    return transport;
  }

  private static HttpServlet stateless(Library library) {
    HttpServletStatelessServerTransport transport =
        HttpServletStatelessServerTransport.builder().messageEndpoint(STATELESS).build();
    McpServer.StatelessSyncSpecification server = McpServer.sync(transport);
    Library.tools()
        .forEach(tool -> server.toolCall(tool, (context, request) -> library.call(request)));
    server.build();
    return transport;
  }

  private static void add(ServletContextHandler servlets, String path, HttpServlet servlet) {
    ServletHolder holder = new ServletHolder(servlet);
    holder.setAsyncSupported(true);
    servlets.addServlet(holder, path);
  }
}
