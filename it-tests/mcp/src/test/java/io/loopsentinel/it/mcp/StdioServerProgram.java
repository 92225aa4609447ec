package io.loopsentinel.it.mcp;

import io.modelcontextprotocol.json.McpJsonDefaults;
import io.modelcontextprotocol.server.McpServer;
import io.modelcontextprotocol.server.transport.StdioServerTransportProvider;

/** A synchronous server for one client, which starts it and talks to it by its standard streams. */
final class StdioServerProgram {

  private StdioServerProgram() {}

  public static void main(String[] args) {
    Library library = new Library();
    McpServer.SyncSpecification<?> server =
        McpServer.sync(
            new RetryingTransport(new StdioServerTransportProvider(McpJsonDefaults.getMapper())));
    Library.tools()
        .forEach(tool -> server.toolCall(tool, (exchange, request) -> library.call(request)));
    server.build();
  }
}
