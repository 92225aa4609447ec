package io.loopsentinel.agent.telemetry.webhook;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.loopsentinel.LoopEvent;
import io.loopsentinel.agent.telemetry.Headroom;
import java.net.URI;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * A signed link in an alert: one answer to one question, valid until the call stops waiting.
 *
 * <p>The key exists only in the memory of this JVM, so a link is valid only in the JVM that created
 * it.
 */
public record AnswerLink(String question, String answer, Instant expires) {

  /** The path prefix of all links, relative to the address of the live page. */
  public static final String PATH = "/link/";

  /** The name of the member with the links in an alert. */
  static final String MEMBER = "answer_links";

  private static final List<String> ANSWERS = List.of("run", "hint", "abort");
  private static final Pattern LINK =
      Pattern.compile(PATH + "(\\d{1,19})/([a-z]{1,9})/(\\d{1,15})/([0-9a-f]{64})");

  private static final String ALGORITHM = "HmacSHA256";
  private static final byte[] KEY = new byte[32];

  static {
    new SecureRandom().nextBytes(KEY);
  }

  /** Returns the words of the button for an answer. */
  public static String words(String answer) {
    return switch (answer) {
      case "run" -> "Let it run";
      case "hint" -> "Answer with the hint";
      default -> "Stop it";
    };
  }

  /**
   * Returns the links for the answers to a question, by answer.
   *
   * <p>Must be called where there is {@link Headroom}.
   *
   * @param base the public address of the live page
   */
  static Map<String, String> forQuestion(LoopEvent.Question question, URI base) {
    Map<String, String> links = new LinkedHashMap<>();
    for (String answer : ANSWERS) {
      AnswerLink link = new AnswerLink(question.id(), answer, question.expires());
      links.put(answer, base.toString().replaceFirst("/$", "") + link.path());
    }
    return links;
  }

  /**
   * Parses the path of a request; returns {@code null} if this JVM has not signed it, or if there
   * is no {@link Headroom}: a JDK class for signatures that fails to load would stay broken for the
   * application.
   */
  public static @Nullable AnswerLink of(String path) {
    Matcher parts = LINK.matcher(path);
    if (!parts.matches() || !new Headroom().isThere()) {
      return null;
    }
    Instant expires = Instant.ofEpochMilli(Long.parseLong(parts.group(3)));
    AnswerLink link = new AnswerLink(parts.group(1), parts.group(2), expires);
    return MessageDigest.isEqual(path.getBytes(UTF_8), link.path().getBytes(UTF_8)) ? link : null;
  }

  /** Returns the signed path of this link. */
  public String path() {
    String signed = PATH + question + "/" + answer + "/" + expires.toEpochMilli() + "/";
    try {
      Mac mac = Mac.getInstance(ALGORITHM);
      mac.init(new SecretKeySpec(KEY, ALGORITHM));
      return signed + HexFormat.of().formatHex(mac.doFinal(signed.getBytes(UTF_8)));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("Every JDK has " + ALGORITHM, e);
    }
  }
}
