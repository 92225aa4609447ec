package io.loopsentinel.agent.telemetry.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.loopsentinel.targets.text.Numbers;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.CharacterCodingException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.ProtocolException;
import org.apache.hc.core5.http.config.Http1Config;
import org.apache.hc.core5.http.impl.io.DefaultBHttpServerConnection;
import org.apache.hc.core5.http.impl.io.DefaultHttpRequestParserFactory;
import org.apache.hc.core5.http.io.entity.HttpEntities;
import org.apache.hc.core5.http.message.BasicClassicHttpResponse;
import org.apache.hc.core5.http.protocol.HttpDateGenerator;
import org.jspecify.annotations.Nullable;

/** A client connection, which carries one request and its response. */
final class Connection implements Runnable {

  static final int MAX_BODY = 4_096;

  private static final Http1Config PARSING =
      Http1Config.custom()
          .setMaxLineLength(8_192)
          .setMaxHeaderCount(64)
          .setMaxEmptyLineCount(2)
          .build();

  /** Maximum bytes to skip of a request that was refused before it was read completely. */
  private static final int MAX_IGNORED = 65_536;

  private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(1);

  private final BoundedHttpServer server;
  private final Socket socket;
  private final DefaultBHttpServerConnection http =
      new DefaultBHttpServerConnection(
          "http",
          PARSING,
          null,
          null,
          null,
          null,
          // The default parser would not bound the number of headers.
          new DefaultHttpRequestParserFactory(PARSING),
          null);
  private volatile boolean reading = true;
  private @Nullable Future<?> timeoutTask;

  /** Thrown for a request that is answered without being handled. */
  private static final class RefusedException extends Exception {

    private static final long serialVersionUID = 1;

    final transient int status;

    RefusedException(int status, String message) {
      super(message);
      this.status = status;
    }
  }

  Connection(BoundedHttpServer server, Socket socket) {
    this.server = server;
    this.socket = socket;
  }

  /** Returns whether the request has not yet been received completely. */
  boolean isReading() {
    return reading;
  }

  /** Closes the socket, which also ends all blocking operations on it. */
  void disconnect() {
    try {
      socket.close();
    } catch (IOException e) {
      // The descriptor is released anyway.
    }
  }

  @Override
  public void run() {
    try {
      setTimeout(server.limits().request());
      http.bind(socket);
      serve();
      setTimeout(CLOSE_TIMEOUT);
      awaitClientClose();
    } catch (IOException | HttpException | RejectedExecutionException e) {
      // The client has disconnected or was too slow, or the server was closed.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException | Error failure) {
      server.report(failure); // An application may exit for what no handler catches.
    } finally {
      setTimeout(null);
      disconnect();
      server.remove(this);
    }
  }

  private void serve() throws IOException, HttpException, InterruptedException {
    Response response;
    boolean head = false;
    try {
      ClassicHttpRequest received = http.receiveRequestHeader();
      if (received == null) {
        return;
      }
      head = received.getMethod().equals("HEAD");
      Request request = request(received);
      reading = false;
      setTimeout(server.limits().response());
      response = server.answer(request);
    } catch (RefusedException e) {
      response = Response.of(e.status, "text/plain", e.getMessage() + "\n");
    } catch (HttpException | CharacterCodingException e) {
      response = Response.of(400, "text/plain", "The request is malformed.\n");
    }
    reading = false;
    setTimeout(server.limits().response());
    if (response.stream() != null && !head && !server.addWatcher(this)) {
      response = Response.of(503, "text/plain", "Too many watchers.\n");
    }
    send(response, head);
  }

  private Request request(ClassicHttpRequest received)
      throws IOException, HttpException, RefusedException {
    Map<String, String> headers = new LinkedHashMap<>();
    for (Header header : received.getHeaders()) {
      headers.putIfAbsent(header.getName().toLowerCase(Locale.ROOT), header.getValue());
    }
    if (received.countHeaders("Host") > 1
        || received.countHeaders("Content-Length") > 1
        || (headers.containsKey("transfer-encoding") && headers.containsKey("content-length"))) {
      throw new RefusedException(400, "Expected one host and one length.");
    }
    if (received.getAuthority() != null) {
      throw new RefusedException(400, "Expected a path, without a host in it.");
    }
    String path = path(received.getRequestUri());
    http.receiveRequestEntity(received);
    return new Request(received.getMethod(), path, headers, body(received.getEntity()));
  }

  private static String path(String target) throws ProtocolException {
    try {
      String path =
          target.startsWith("/") && !target.startsWith("//") ? new URI(target).getPath() : null;
      if (path != null) {
        return path;
      }
    } catch (URISyntaxException e) {
      // As below.
    }
    throw new ProtocolException("Expected a path");
  }

  private static String body(@Nullable HttpEntity entity) throws IOException, RefusedException {
    if (entity == null) {
      return "";
    }
    // Not closed, because that would read beyond the limit.
    InputStream content = entity.getContent();
    byte[] body = entity.getContentLength() > MAX_BODY ? null : content.readNBytes(MAX_BODY + 1);
    if (body == null || body.length > MAX_BODY) {
      throw new RefusedException(
          413, "Expected a body of at most %s bytes.".formatted(Numbers.count(MAX_BODY)));
    }
    return new String(body, UTF_8);
  }

  private void send(Response response, boolean head) throws IOException, HttpException {
    BasicClassicHttpResponse sent = new BasicClassicHttpResponse(response.status());
    response.headers().forEach(sent::setHeader);
    sent.setHeader("Date", HttpDateGenerator.INSTANCE.getCurrentDate());
    sent.setHeader("Connection", "close");
    byte[] body = response.body().getBytes(UTF_8);
    Response.Stream stream = response.stream();
    if (stream == null) {
      sent.setHeader("Content-Length", body.length);
    }
    if (!head) {
      ContentType type = ContentType.APPLICATION_OCTET_STREAM; // The header has the actual type.
      sent.setEntity(
          stream == null
              ? HttpEntities.create(body, type)
              : HttpEntities.create(
                  out -> {
                    setTimeout(null);
                    stream(
                        stream,
                        part -> {
                          setTimeout(server.limits().response());
                          out.write(part.getBytes(UTF_8));
                          out.flush();
                          setTimeout(null);
                        });
                  },
                  type));
    }
    http.sendResponseHeader(sent);
    if (!head) {
      http.sendResponseEntity(sent);
    }
    http.flush();
  }

  private static void stream(Response.Stream stream, Response.Client client) throws IOException {
    try {
      stream.writeTo(client);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Sets the time after which the client is disconnected; {@code null} for no timeout. */
  private void setTimeout(@Nullable Duration time) {
    if (timeoutTask != null) {
      timeoutTask.cancel(false);
    }
    timeoutTask = time == null ? null : server.disconnectAfter(time, this);
  }

  /** Waits until the client has read the response, because closing earlier would lose the rest. */
  private void awaitClientClose() throws IOException {
    socket.shutdownOutput();
    byte[] ignored = new byte[1_024];
    int read = 0;
    for (int count = 0; count >= 0 && read < MAX_IGNORED; read += count) {
      count = socket.getInputStream().read(ignored);
    }
  }
}
