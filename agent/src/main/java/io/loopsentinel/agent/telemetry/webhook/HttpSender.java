package io.loopsentinel.agent.telemetry.webhook;

import java.net.ProxySelector;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Sends messages by the JDK's HTTP client, with the JVM's own settings for TLS. For one thread.
 *
 * <p>Nothing of an answer but its status and one header is read, and redirects are not followed:
 * they would carry the headers to somebody else.
 */
final class HttpSender {

  private static final int THREADS = 2;
  private static final int TOO_MANY_REQUESTS = 429;

  private final WebhookSettings settings;
  private final HttpClient client;

  HttpSender(WebhookSettings settings) {
    this.settings = settings;
    HttpClient.Builder builder =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .followRedirects(HttpClient.Redirect.NEVER)
            .connectTimeout(settings.timeout())
            .executor(executor());
    if (settings.proxy() != null) {
      builder.proxy(ProxySelector.of(settings.proxy()));
    }
    client = builder.build();
  }

  /**
   * Sends a message once.
   *
   * @param patience how long that may take, the whole of the answer included
   */
  Answer send(String body, Duration patience) throws InterruptedException {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(settings.address())
            .header("Content-Type", "application/json; charset=utf-8")
            .header("User-Agent", "loop-sentinel")
            .POST(BodyPublishers.ofString(body));
    settings.headers().forEach(request::setHeader);
    CompletableFuture<HttpResponse<Void>> response =
        client.sendAsync(request.build(), BodyHandlers.discarding());
    try {
      return answer(response.get(patience.toNanos(), TimeUnit.NANOSECONDS));
    } catch (TimeoutException e) {
      return new Answer.Later(0, 0, null);
    } catch (ExecutionException e) {
      return new Answer.Later(0, 0, e.getCause());
    } finally {
      response.cancel(true);
    }
  }

  private static Answer answer(HttpResponse<Void> response) {
    int status = response.statusCode();
    if (status >= 200 && status < 300) {
      return new Answer.Taken();
    }
    if (status != TOO_MANY_REQUESTS && status < 500) {
      return new Answer.Refused(status);
    }
    long pause =
        response
            .headers()
            .firstValue("Retry-After")
            .map(header -> RetryAfter.nanos(header, Instant.now()))
            .orElse(0L);
    return new Answer.Later(status, pause, null);
  }

  private static ThreadPoolExecutor executor() {
    ThreadPoolExecutor executor =
        new ThreadPoolExecutor(
            THREADS,
            THREADS,
            30,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(),
            WebhookThreads::create);
    executor.allowCoreThreadTimeOut(true);
    return executor;
  }
}
