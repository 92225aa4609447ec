package io.loopsentinel.it.mcp;

import io.modelcontextprotocol.client.transport.HttpClientStreamableHttpTransport;
import io.modelcontextprotocol.client.transport.ServerParameters;
import io.modelcontextprotocol.client.transport.StdioClientTransport;
import io.modelcontextprotocol.json.McpJsonDefaults;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Servers in JVMs of their own, and clients of them. Closing it ends the one that serves HTTP. */
final class Connections implements AutoCloseable {

  private final List<String> options;
  private final Process http;
  private final int port;

  private Connections(List<String> options) throws IOException {
    this.options = options;
    List<String> command = new ArrayList<>(List.of(java()));
    command.addAll(arguments(HttpServerProgram.class));
    this.http = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    BufferedReader output =
        new BufferedReader(new InputStreamReader(http.getInputStream(), StandardCharsets.UTF_8));
    this.port = Integer.parseInt(output.readLine());
  }

  /** Starts the server that serves HTTP; all servers run with these JVM options. */
  static Connections open(List<String> options) throws IOException {
    return new Connections(options);
  }

  /** Connects a client to a server. */
  Caller connect(Route route) {
    return switch (route) {
      case STDIO_IN_RUN -> Caller.connect(newServer(), false);
      case STATELESS -> Caller.connect(overHttp(port, HttpServers.STATELESS), false);
      case HTTP_IN_RUN, HTTP_LATER_IN_RUN, HTTP, HTTP_LATER ->
          Caller.connect(overHttp(port, HttpServers.SESSIONS), route.isLater());
    };
  }

  static HttpClientStreamableHttpTransport overHttp(int port, String endpoint) {
    return HttpClientStreamableHttpTransport.builder("http://127.0.0.1:" + port)
        .endpoint(endpoint)
        .build();
  }

  @Override
  public void close() throws IOException {
    http.getOutputStream().close();
  }

  private StdioClientTransport newServer() {
    ServerParameters server =
        ServerParameters.builder(java()).args(arguments(StdioServerProgram.class)).build();
    StdioClientTransport transport = new StdioClientTransport(server, McpJsonDefaults.getMapper());
    transport.setStdErrorHandler(System.err::println);
    return transport;
  }

  private List<String> arguments(Class<?> program) {
    List<String> arguments = new ArrayList<>(options);
    arguments.addAll(List.of("-cp", System.getProperty("java.class.path"), program.getName()));
    return arguments;
  }

  private static String java() {
    return new File(System.getProperty("java.home"), "bin/java").getPath();
  }
}
