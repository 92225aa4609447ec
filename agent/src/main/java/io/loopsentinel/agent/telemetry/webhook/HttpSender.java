package io.loopsentinel.agent.telemetry.webhook;

import io.loopsentinel.targets.config.WebhookSettings;
import java.net.ProxySelector;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Sends messages with the JDK's HTTP client and the JVM's own TLS settings. Not thread-safe.
 *
 * <p>Reads only the status and one header of an answer. Redirects are not followed, because they
 * would send the headers to another server.
 */
final class HttpSender {

  /**
   * The result of a request.
   *
   * @param status the HTTP status; 0 if there was no answer
   * @param pause the nanoseconds to wait, as requested by the receiver; 0 if not requested
   * @param explanation a description of the answer or timeout; {@code null} if only {@code failure}
   *     is known
   * @param failure the reason for the lack of an answer; {@code null} if there was one, or for a
   *     timeout
   */
  record Answer(int status, long pause, @Nullable String explanation, @Nullable Throwable failure) {

    boolean isAccepted() {
      return status >= 200 && status < 300;
    }

    /** Returns whether a retry is pointless, because the receiver would reject it again. */
    boolean isRejected() {
      return status != 0 && status < 500 && status != TOO_MANY_REQUESTS;
    }
  }

  private static final int TOO_MANY_REQUESTS = 429;

  /** A longer pause is probably a mistake of the receiver. */
  private static final long MAX_PAUSE_NANOS = TimeUnit.HOURS.toNanos(1);

  private final WebhookSettings settings;
  private final HttpClient client;

  HttpSender(WebhookSettings settings) {
    this.settings = settings;
    HttpClient.Builder builder =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .followRedirects(HttpClient.Redirect.NEVER)
            .executor(Executors.newCachedThreadPool(Webhook::newThread));
    if (settings.proxy() != null) {
      builder.proxy(ProxySelector.of(settings.proxy()));
    }
    client = builder.build();
  }

  /** Sends a message once. The timeout applies to the complete answer. */
  Answer send(String body) throws InterruptedException {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(settings.address())
            .header("Content-Type", "application/json; charset=utf-8")
            .header("User-Agent", "loop-sentinel")
            .POST(HttpRequest.BodyPublishers.ofString(body));
    settings.headers().forEach(request::setHeader);
    CompletableFuture<HttpResponse<Void>> pending =
        client.sendAsync(request.build(), HttpResponse.BodyHandlers.discarding());
    try {
      HttpResponse<Void> response =
          pending.get(settings.timeout().toMillis(), TimeUnit.MILLISECONDS);
      String pause = response.headers().firstValue("Retry-After").orElse("0");
      int status = response.statusCode();
      String explanation = "the receiver answered with status " + status;
      return new Answer(status, retryAfter(pause, Instant.now()), explanation, null);
    } catch (TimeoutException e) {
      String explanation = "no answer within " + settings.timeout().toSeconds() + "s";
      return new Answer(0, 0, explanation, null);
    } catch (ExecutionException e) {
      return new Answer(0, 0, null, e.getCause());
    } finally {
      pending.cancel(true);
    }
  }

  /**
   * Parses a header {@code Retry-After}: a date or seconds
   * (https://www.rfc-editor.org/rfc/rfc9110#section-10.2.3), including the fractional seconds of
   * Discord.
   *
   * @return the nanoseconds to wait, at most an hour; 0 if the header is invalid
   */
  static long retryAfter(String header, Instant now) {
    String text = header.strip();
    try {
      Duration pause =
          text.contains(":")
              ? Duration.between(
                  now, DateTimeFormatter.RFC_1123_DATE_TIME.parse(text, Instant::from))
              : Duration.parse("PT" + text + "S");
      return Math.max(0, Math.min(pause.toNanos(), MAX_PAUSE_NANOS));
    } catch (DateTimeParseException | ArithmeticException e) {
      return 0;
    }
  }
}
