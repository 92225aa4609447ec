package io.loopsentinel.it.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.it.harness.FullMatrix;
import io.modelcontextprotocol.json.McpJsonDefaults;
import io.modelcontextprotocol.server.McpServer;
import io.modelcontextprotocol.server.McpSyncServer;
import io.modelcontextprotocol.server.transport.StdioServerTransportProvider;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A stdio server of the SDK whose client sends one call after the other, without an agent. Without
 * {@link RetryingTransport} it fell silent after 4 to 147 calls in six of six runs.
 */
@FullMatrix
class RetryingTransportIT {

  private static final int PIPE_SIZE = 1 << 16;

  @Test
  @Timeout(value = 5, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void answersTwoThousandCallsOneAfterTheOther() throws Exception {
    PipedOutputStream requests = new PipedOutputStream();
    PipedInputStream replies = new PipedInputStream(PIPE_SIZE);
    McpSyncServer server =
        server(new PipedInputStream(requests, PIPE_SIZE), new PipedOutputStream(replies));
    BufferedReader reader =
        new BufferedReader(new InputStreamReader(replies, StandardCharsets.UTF_8));

    try {
      send(
          requests,
          """
          {"jsonrpc": "2.0", "id": "start", "method": "initialize", "params": {\
          "protocolVersion": "2024-11-05", "capabilities": {},\
          "clientInfo": {"name": "client", "version": "1"}}}\
          """);
      assertThat(reader.readLine()).contains("protocolVersion");
      send(requests, "{\"jsonrpc\": \"2.0\", \"method\": \"notifications/initialized\"}");
      for (int call = 1; call <= 2000; call++) {
        send(
            requests,
            """
            {"jsonrpc": "2.0", "id": "%d", "method": "tools/call", "params": {\
            "name": "search", "arguments": {"query": "loops"}}}\
            """
                .formatted(call));

        assertThat(reader.readLine()).contains("\"" + call + "\"", "Three books on loops");
      }
    } finally {
      requests.close();
      server.close();
    }
  }

  private static McpSyncServer server(PipedInputStream requests, PipedOutputStream replies) {
    Library library = new Library();
    McpServer.SyncSpecification<?> server =
        McpServer.sync(
            new RetryingTransport(
                new StdioServerTransportProvider(McpJsonDefaults.getMapper(), requests, replies)));
    Library.tools()
        .forEach(tool -> server.toolCall(tool, (exchange, request) -> library.call(request)));
    return server.build();
  }

  private static void send(OutputStream requests, String line) throws Exception {
    requests.write((line + "\n").getBytes(StandardCharsets.UTF_8));
    requests.flush();
  }
}
