package io.loopsentinel.agent.page;

import io.loopsentinel.LoopEvent;
import io.loopsentinel.agent.question.Answer;
import io.loopsentinel.agent.question.PendingQuestion;
import io.loopsentinel.agent.question.Questions;
import io.loopsentinel.agent.telemetry.http.Request;
import io.loopsentinel.agent.telemetry.http.Response;
import io.loopsentinel.agent.telemetry.webhook.AnswerLink;
import io.loopsentinel.engine.settings.Action;
import io.loopsentinel.engine.text.Printable;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The page behind a link of an alert: the waiting call, and a button that answers.
 *
 * <p>Opening the page does not answer, because chat programs fetch the links in messages.
 */
record AnswerPage(Questions questions) {

  /** Maximum length of a shown text, which is that of the arguments in events. */
  private static final int MAX_TEXT_LENGTH = 2_000;

  private static final String CHANNEL = "by link";
  private static final Map<String, String> HEADERS =
      Map.of(
          "Content-Security-Policy",
          "default-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'");
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

  private static final String FORM = "<form method=\"post\"><button>Answer: %s</button></form>";
  private static final String ANSWERED = "This question is already answered.";

  Response answer(Request request) {
    AnswerLink link = AnswerLink.of(request.path());
    if (link == null) {
      return page(403, "This link is invalid: it was changed, or belongs to another JVM.");
    }
    PendingQuestion pending = questions.find(link.question());
    Answer given = pending == null ? null : pending.answer().getNow(null);
    if (pending != null && given != null) {
      return answered(pending.answered(given), pending.done());
    }
    if (!Instant.now().isBefore(link.expires())) {
      return page(410, "This link has expired: the call is no longer waiting.");
    }
    if (pending == null) {
      return page(409, "This call is no longer waiting.");
    }
    if (!request.method().equals("POST")) {
      return page(200, description(pending.event()) + FORM.formatted(link.answer()));
    }
    boolean wasOpen = questions.answer(link.question(), Answer.of(link.answer(), null, CHANNEL));
    return page(wasOpen ? 200 : 409, wasOpen ? "Answered: " + link.answer() : ANSWERED);
  }

  private static Response answered(LoopEvent.Question question, @Nullable Action done) {
    if (question.answer() != null) {
      return page(409, ANSWERED + " It was %s, %s.".formatted(question.answer(), question.by()));
    }
    String instead = done == null ? "" : " Done instead: %s.".formatted(done.text());
    return page(
        410, "Nobody answered question %s (%s).".formatted(question.id(), question.by()) + instead);
  }

  private static String description(LoopEvent event) {
    LoopEvent.Question question = Objects.requireNonNull(event.question());
    StringBuilder page = new StringBuilder();
    page.append("Question %s: a call of ".formatted(question.id()))
        .append(escaped(event.tool()))
        .append(" waits for a person.<dl>");
    addFact(page, "reason", event.reason());
    addFact(page, "session", event.session());
    new TreeMap<>(event.labels()).forEach((name, value) -> addFact(page, name, value));
    addFact(page, "arguments", event.arguments());
    addFact(page, "waits until", question.expires().toString());
    addFact(page, "if nobody answers", question.fallback());
    return page.append("</dl>").toString();
  }

  private static void addFact(StringBuilder page, String name, @Nullable String value) {
    if (value != null) {
      page.append("<dt>").append(escaped(name)).append("<dd>").append(escaped(value));
    }
  }

  private static String escaped(@Nullable String text) {
    return Printable.of(String.valueOf(text), MAX_TEXT_LENGTH)
        .replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;")
        .replace("'", "&#39;");
  }

  private static Response page(int status, String content) {
    return Response.of(status, "text/html; charset=utf-8", PAGE.formatted(content)).with(HEADERS);
  }
}
