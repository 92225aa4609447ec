package io.loopsentinel.agent.page;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import io.loopsentinel.agent.management.SentinelMXBean;
import io.loopsentinel.agent.telemetry.webhook.AnswerLink;
import io.loopsentinel.engine.text.Printable;
import java.io.IOException;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The page behind a link of an alert, with a button that answers.
 *
 * <p>To look at it answers nothing: chat programs fetch what they are sent links to.
 *
 * @param sentinel takes answers in
 */
record AnswerPage(SentinelMXBean sentinel, InstantSource clock) {

  private static final int LONGEST_FACT = 500;
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
      %s
      </html>
      """;

  private static final String ANSWERED = "<p>This question is already answered.";

  void handle(HttpExchange exchange) throws IOException {
    exchange.getResponseHeaders().set("Content-Security-Policy", POLICY);
    AnswerLink link = AnswerLink.of(exchange.getRequestURI().getPath());
    if (link == null) {
      send(exchange, 403, "<p>This link does not hold: it was changed, or is of another JVM.");
    } else if (!clock.instant().isBefore(link.expires())) {
      send(exchange, 410, "<p>This link has expired: the call waits no longer.");
    } else if (exchange.getRequestMethod().equals("POST")) {
      boolean wasOpen = sentinel.answer(link.question(), link.answer(), null);
      send(exchange, wasOpen ? 200 : 409, wasOpen ? "<p>Answered: " + link.answer() : ANSWERED);
    } else {
      Optional<String> form =
          sentinel.listQuestions().stream()
              .filter(each -> link.question().equals(each.get("question")))
              .map(each -> form(link, each))
              .findFirst();
      send(exchange, form.isPresent() ? 200 : 409, form.orElse(ANSWERED));
    }
  }

  private static String form(AnswerLink link, Map<String, String> question) {
    String asked =
        Stream.of("session", "tool", "reason")
            .filter(question::containsKey)
            .map(fact -> "<p>%s: %s\n".formatted(fact, escaped(question.getOrDefault(fact, ""))))
            .collect(Collectors.joining());
    return asked + "<form method=\"post\"><button>Answer: " + link.answer() + "</button></form>";
  }

  private static String escaped(String text) {
    return Printable.of(text, LONGEST_FACT)
        .replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;");
  }

  private static void send(HttpExchange exchange, int status, String content) throws IOException {
    byte[] page = PAGE.formatted(content).getBytes(UTF_8);
    PageServer.send(exchange, status, "text/html; charset=utf-8", page);
  }
}
