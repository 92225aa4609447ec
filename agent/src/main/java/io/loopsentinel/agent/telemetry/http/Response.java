package io.loopsentinel.agent.telemetry.http;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A response to a request.
 *
 * @param stream writes a response of unknown length; the server counts it as a watcher
 */
public record Response(
    int status, Map<String, String> headers, String body, @Nullable Stream stream) {

  /** Writes parts of a response until it returns or the client disconnects. */
  @FunctionalInterface
  public interface Stream {
    void writeTo(Client client) throws IOException, InterruptedException;
  }

  @FunctionalInterface
  public interface Client {

    /** Sends a part immediately. A client that does not read it in time is disconnected. */
    void send(String part) throws IOException;
  }

  public static Response of(int status, String type, String body) {
    return new Response(status, Map.of("Content-Type", type), body, null);
  }

  public static Response streaming(String type, Stream stream) {
    return new Response(200, Map.of("Content-Type", type), "", stream);
  }

  /** Returns this response with additional headers; existing headers take precedence. */
  public Response with(Map<String, String> more) {
    Map<String, String> all = new LinkedHashMap<>(more);
    all.putAll(headers);
    return new Response(status, all, body, stream);
  }
}
