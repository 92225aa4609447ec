package io.loopsentinel.engine.gate;

import io.loopsentinel.engine.detect.Call;
import io.loopsentinel.engine.finding.Evidence;
import io.loopsentinel.engine.finding.Finding;
import io.loopsentinel.engine.settings.Effect;
import io.loopsentinel.engine.text.Printable;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The evidence that the effect of a call must not be repeated.
 *
 * @param time the time when the effect was done, or its call began
 * @param result the text that the earlier call returned; {@code null} if this JVM does not know it
 */
public record EffectRefusal(Kind kind, Instant time, @Nullable String result, Effect effect)
    implements Evidence {

  public static final String NAME = "effect";

  /** The name of findings about calls that do not run because the store has failed. */
  public static final String OF_STORE = "store";

  public enum Kind {
    EXECUTING,
    DONE,
    UNKNOWN,
    /** The store of effects has failed. */
    UNCHECKED
  }

  public Finding finding(EffectKey key, Call call) {
    return new Finding(
        new Finding.Loop(kind == Kind.UNCHECKED ? OF_STORE : NAME, key.id()),
        1,
        1,
        List.of(call.tool()),
        this,
        call.rule().setting(NAME));
  }

  /** Returns whether another equal call means that the model ignores the hint. */
  public boolean isFinal() {
    return kind == Kind.DONE || kind == Kind.UNKNOWN;
  }

  @Override
  public boolean isOfLoop() {
    return false;
  }

  @Override
  public Words words(Finding finding) {
    String tool = finding.tools();
    return new Words(
        call ->
            fact(Printable.within(tool, call.maxLength()))
                + (result == null ? "" : " Its result was: " + result),
        fact(tool).replaceFirst("\\.$", ""),
        "the effect of the tool",
        new Advice(
            advice(),
            "go on without it",
            "If it is meant, go on.",
            effect.verifyWith() == null ? "go on without this call" : lookAdvice(),
            true,
            "it is made once more"));
  }

  private String fact(String tool) {
    List<String> names = effect.arguments().only();
    String what =
        tool
            + " with "
            + (names.isEmpty() ? "these arguments" : "this " + String.join(", ", names));
    return switch (kind) {
      case EXECUTING -> what + " began at " + time + " and has not ended.";
      case DONE -> what + " was done at " + time + ".";
      case UNKNOWN -> what + " began at " + time + ", and its outcome is unknown.";
      case UNCHECKED -> "It cannot be checked at the moment whether " + what + " was done.";
    };
  }

  private String advice() {
    return switch (kind) {
      case EXECUTING -> "Wait for it, or go on with something else.";
      case DONE -> "Do not repeat it: go on with what it did.";
      case UNKNOWN ->
          effect.verifyWith() == null
              ? "It may have happened: do not repeat it, and tell the user."
              : "It may have happened: " + lookAdvice() + " before you repeat it.";
      case UNCHECKED -> "Try again later, or tell the user that it was not done.";
    };
  }

  private String lookAdvice() {
    return "look with " + Objects.requireNonNull(effect.verifyWith());
  }
}
