package io.loopsentinel.agent.telemetry.http;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a request is answered with.
 *
 * @param stream writes a response without a known end; the server counts it as a watcher
 */
public record Response(
    int status, Map<String, String> headers, String body, @Nullable Stream stream) {

  /** Writes parts of a response until it returns or the client has left. */
  @FunctionalInterface
  public interface Stream {
    void writeTo(Client client) throws IOException, InterruptedException;
  }

  /** The receiver of a stream. */
  @FunctionalInterface
  public interface Client {

    /** Sends a part at once. A client that does not read it in time is disconnected. */
    void send(String part) throws IOException;
  }

  /** Creates a response with a body of a media type. */
  public static Response of(int status, String type, String body) {
    return new Response(status, Map.of("Content-Type", type), body, null);
  }

  /** Creates a response that goes on. */
  public static Response streaming(String type, Stream stream) {
    return new Response(200, Map.of("Content-Type", type), "", stream);
  }

  /** Returns this response with more headers; those that it has already stay as they are. */
  public Response with(Map<String, String> more) {
    Map<String, String> all = new LinkedHashMap<>(more);
    all.putAll(headers);
    return new Response(status, all, body, stream);
  }
}
