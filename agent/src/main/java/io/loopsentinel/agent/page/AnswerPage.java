package io.loopsentinel.agent.page;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import io.loopsentinel.agent.management.SentinelMXBean;
import io.loopsentinel.agent.telemetry.webhook.AnswerLink;
import java.io.IOException;
import java.time.Instant;

/**
 * The page behind a link of an alert, with a button that answers.
 *
 * <p>To look at it answers nothing: chat programs fetch what they are sent links to.
 *
 * @param sentinel takes answers in
 */
record AnswerPage(SentinelMXBean sentinel) {

  private static final String POLICY =
      "default-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";
  private static final String PAGE =
      """
      <!doctype html>
      <html lang="en">
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width">
      <meta name="color-scheme" content="light dark">
      <title>Loop Sentinel</title>
      <h1>Loop Sentinel</h1>
      <p>%s
      </html>
      """;

  private static final String FORM =
      "Question %s<form method=\"post\"><button>Answer: %s</button></form>";
  private static final String ANSWERED = "This question is already answered.";

  void handle(HttpExchange exchange) throws IOException {
    exchange.getResponseHeaders().set("Content-Security-Policy", POLICY);
    AnswerLink link = AnswerLink.of(exchange.getRequestURI().getPath());
    if (link == null) {
      send(exchange, 403, "This link does not hold: it was changed, or is of another JVM.");
    } else if (!Instant.now().isBefore(link.expires())) {
      send(exchange, 410, "This link has expired: the call waits no longer.");
    } else if (exchange.getRequestMethod().equals("POST")) {
      boolean wasOpen = sentinel.answer(link.question(), link.answer(), null);
      send(exchange, wasOpen ? 200 : 409, wasOpen ? "Answered: " + link.answer() : ANSWERED);
    } else {
      boolean isOpen =
          sentinel.listQuestions().stream()
              .anyMatch(each -> link.question().equals(each.get("question")));
      String form = FORM.formatted(link.question(), link.answer());
      send(exchange, isOpen ? 200 : 409, isOpen ? form : ANSWERED);
    }
  }

  private static void send(HttpExchange exchange, int status, String content) throws IOException {
    byte[] page = PAGE.formatted(content).getBytes(UTF_8);
    PageServer.send(exchange, status, "text/html; charset=utf-8", page);
  }
}
