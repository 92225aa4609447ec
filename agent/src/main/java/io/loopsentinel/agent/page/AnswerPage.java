package io.loopsentinel.agent.page;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.loopsentinel.LoopEvent;
import io.loopsentinel.agent.question.Answer;
import io.loopsentinel.agent.question.PendingQuestion;
import io.loopsentinel.agent.question.Questions;
import io.loopsentinel.agent.telemetry.http.Request;
import io.loopsentinel.agent.telemetry.http.Response;
import io.loopsentinel.agent.telemetry.webhook.AnswerLink;
import io.loopsentinel.engine.settings.Action;
import io.loopsentinel.engine.text.Printable;
import java.io.IOException;
import java.net.URLDecoder;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The page behind a link of an alert: the waiting call, and a button that answers.
 *
 * <p>Opening the page does not answer, because chat programs fetch the links in messages.
 */
final class AnswerPage {

  /** Maximum length of a shown text, which is that of the arguments in events. */
  private static final int MAX_TEXT_LENGTH = 2_000;

  private static final String CHANNEL = "by link";
  private static final String ANSWERED = "This question is already answered.";

  /** The action if nobody answers, in the words of the live page. */
  private static final Map<String, String> FALLBACKS =
      Map.of(
          "hint", "The model gets a hint instead of a result.",
          "abort", "The call fails, and the run ends with an error.",
          "terminate", "The session is terminated.");

  private static final String FORM =
      """
      <form method="post">
      <label>Your name, for the record <input name="by" maxlength="80" autocomplete="name"></label>
      <button>%s</button></form>
      """;

  private final Questions questions;
  private final String frame;
  private final Map<String, String> headers;

  AnswerPage(Questions questions) throws IOException, GeneralSecurityException {
    this.questions = questions;
    this.frame = PageAssets.page(AnswerPage.class, "answer", "live");
    this.headers =
        Map.of(
            "Content-Security-Policy",
            "default-src 'none'; style-src %s; img-src data:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
                .formatted(PageAssets.hash(PageAssets.style(AnswerPage.class, "live"))));
  }

  Response answer(Request request) {
    AnswerLink link = AnswerLink.of(request.path());
    if (link == null) {
      return page(403, "This link is invalid: it was changed, or belongs to another JVM.", "");
    }
    PendingQuestion pending = questions.find(link.question());
    Answer given = pending == null ? null : pending.answer().getNow(null);
    if (pending != null && given != null) {
      return answered(pending.answered(given), pending.done(), facts(pending.event(), false));
    }
    if (!Instant.now().isBefore(link.expires())) {
      return page(410, "This link has expired: the call is no longer waiting.", "");
    }
    if (pending == null) {
      return page(409, "This call is no longer waiting.", "");
    }
    if (!request.method().equals("POST")) {
      String form = FORM.formatted(AnswerLink.words(link.answer()));
      return page(200, "A call waits for a person", facts(pending.event(), true) + form);
    }
    String person = person(request.body());
    String by = person.isEmpty() ? CHANNEL : CHANNEL + ", " + person;
    boolean wasOpen = questions.answer(link.question(), Answer.of(link.answer(), null, by));
    return page(
        wasOpen ? 200 : 409,
        wasOpen ? "Answered: " + link.answer() : ANSWERED,
        facts(pending.event(), false));
  }

  private Response answered(LoopEvent.Question question, @Nullable Action done, String facts) {
    if (question.answer() != null) {
      String words = ANSWERED + " It was %s, %s.".formatted(question.answer(), question.by());
      return page(409, words, facts);
    }
    String instead = done == null ? "" : " Done instead: %s.".formatted(done.text());
    String words = "Nobody answered question %s (%s).".formatted(question.id(), question.by());
    return page(410, words + instead, facts);
  }

  /** Returns the name in the form; empty if there is none. */
  private static String person(String body) {
    try {
      String name = body.startsWith("by=") ? URLDecoder.decode(body.substring(3), UTF_8) : "";
      return Printable.name(name.strip());
    } catch (IllegalArgumentException e) {
      return "";
    }
  }

  private static String facts(LoopEvent event, boolean waits) {
    LoopEvent.Question question = Objects.requireNonNull(event.question());
    String reason = event.reason();
    String title = reason.startsWith(event.tool() + " ") ? reason : event.tool() + ": " + reason;
    StringBuilder page = new StringBuilder();
    page.append("<h2>").append(escaped(title)).append("</h2><dl>");
    addFact(page, "question", question.id());
    addFact(page, "session", event.session());
    new TreeMap<>(event.labels()).forEach((name, value) -> addFact(page, name, value));
    addFact(page, "arguments", event.arguments());
    if (waits) {
      Instant expires = question.expires().truncatedTo(ChronoUnit.SECONDS);
      long left = Math.max(0, Duration.between(Instant.now(), expires).toSeconds());
      String until = expires.toString().replace('T', ' ').replace("Z", " UTC");
      addFact(page, "waits until", "%s (%s min %s s left)".formatted(until, left / 60, left % 60));
      String fallback = String.valueOf(question.fallback());
      addFact(page, "if nobody answers", FALLBACKS.getOrDefault(fallback, fallback));
    }
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

  private Response page(int status, String headline, String content) {
    String page = frame.replace("<!--headline-->", escaped(headline));
    return Response.of(status, "text/html; charset=utf-8", page.replace("<!--facts-->", content))
        .with(headers);
  }
}
