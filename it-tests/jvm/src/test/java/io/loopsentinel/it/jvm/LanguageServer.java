package io.loopsentinel.it.jvm;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/** The server that editors ask about YAML, over its standard streams. */
final class LanguageServer implements AutoCloseable {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String LENGTH = "Content-Length: ";

  private final Process process;
  private final DataInputStream in;
  private int requests;

  private LanguageServer(Process process) {
    this.process = process;
    this.in = new DataInputStream(process.getInputStream());
    // A test that waits for an answer in vain fails.
    process
        .onExit()
        .orTimeout(1, TimeUnit.MINUTES)
        .exceptionally(late -> process.destroyForcibly());
  }

  /** Starts a server that reads no schemas from the network. */
  static LanguageServer start(Path script) throws IOException {
    LanguageServer server =
        new LanguageServer(
            new ProcessBuilder("node", script.toString(), "--stdio")
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start());
    JsonNode unused = server.ask("initialize", Map.of("capabilities", Map.of()));
    server.notify("initialized", Map.of());
    server.notify(
        "workspace/didChangeConfiguration",
        Map.of(
            "settings",
            Map.of("yaml", Map.of("schemaStore", Map.of("enable", false), "validate", true))));
    return server;
  }

  /** Opens a file with a text, and returns the messages about problems in it. */
  List<String> open(Path file, String text) throws IOException {
    notify(
        "textDocument/didOpen",
        Map.of(
            "textDocument",
            Map.of("uri", uri(file), "languageId", "yaml", "version", 1, "text", text)));
    JsonNode problems =
        await(
            message ->
                message.path("method").asText().equals("textDocument/publishDiagnostics")
                    && message.path("params").path("uri").asText().equals(uri(file)));
    return problems.path("params").path("diagnostics").findValuesAsText("message");
  }

  /** Returns the names offered at a position, with their descriptions. */
  Map<String, String> complete(Path file, int line, int column) throws IOException {
    JsonNode offered =
        ask(
            "textDocument/completion",
            Map.of(
                "textDocument",
                Map.of("uri", uri(file)),
                "position",
                Map.of("line", line, "character", column)));
    Map<String, String> names = new LinkedHashMap<>();
    for (JsonNode item : offered.path("items")) {
      JsonNode description = item.path("documentation");
      names.put(
          item.path("label").asText(), description.path("value").asText(description.asText()));
    }
    return names;
  }

  private static String uri(Path file) {
    return file.toUri().toString();
  }

  private JsonNode ask(String method, Map<String, ?> parameters) throws IOException {
    int id = ++requests;
    send(Map.of("jsonrpc", "2.0", "id", id, "method", method, "params", parameters));
    return await(message -> message.path("id").asInt() == id && message.has("result"))
        .path("result");
  }

  private void notify(String method, Map<String, ?> parameters) throws IOException {
    send(Map.of("jsonrpc", "2.0", "method", method, "params", parameters));
  }

  private void send(Map<String, ?> message) throws IOException {
    byte[] body = JSON.writeValueAsBytes(message);
    OutputStream out = process.getOutputStream();
    out.write((LENGTH + body.length + "\r\n\r\n").getBytes(StandardCharsets.US_ASCII));
    out.write(body);
    out.flush();
  }

  private JsonNode await(Predicate<JsonNode> wanted) throws IOException {
    JsonNode message = read();
    while (!wanted.test(message)) {
      message = read();
    }
    return message;
  }

  @SuppressWarnings("deprecation") // Headers are ASCII.
  private JsonNode read() throws IOException {
    int length = 0;
    for (String header = in.readLine(); !"".equals(header); header = in.readLine()) {
      if (header == null) {
        throw new IOException("the server has ended");
      }
      if (header.startsWith(LENGTH)) {
        length = Integer.parseInt(header.substring(LENGTH.length()));
      }
    }
    return JSON.readTree(in.readNBytes(length));
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
