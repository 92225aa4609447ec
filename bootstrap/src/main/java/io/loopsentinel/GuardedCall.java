package io.loopsentinel;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A call of a tool or a turn of a model, as a {@link CallListener} sees it. Immutable. */
public final class GuardedCall {

  private final Map<String, ?> values;

  GuardedCall(Map<String, ?> values) {
    this.values = Map.copyOf(values);
  }

  /** Returns a number of this JVM that is the same before and after the call. */
  public long id() {
    return values.get("id") instanceof Long id ? id : 0;
  }

  /** Returns {@code tool}, {@code batch} for one of several calls at once, or {@code turn}. */
  public String kind() {
    return String.valueOf(values.get("kind"));
  }

  /** Returns the key of the session as text, as in {@link LoopEvent#session()}. */
  public String session() {
    return String.valueOf(values.get("session"));
  }

  /** Returns the name of the target. */
  public String target() {
    return String.valueOf(values.get("target"));
  }

  /** Returns the name of the tool; {@code null} for a turn. */
  public @Nullable String tool() {
    return text("tool");
  }

  /** Returns the labels. */
  public Map<String, String> labels() {
    return LoopEventMaps.labels(values.get("labels"));
  }

  /**
   * Returns {@code returned}, {@code failed}, {@code reused} for an earlier result, {@code stopped}
   * if the call did not run, or {@code unseen}; {@code null} before the call.
   */
  public @Nullable String outcome() {
    return text("outcome");
  }

  /**
   * Returns the arguments of a tool as canonical JSON without those that {@code redact} names, at
   * most 10,000 characters; {@code null} unless the listener wants content.
   */
  public @Nullable String arguments() {
    return text("arguments");
  }

  /**
   * Returns the text of the result or of the response, or the exception, at most 10,000 characters;
   * {@code null} if there is none, or unless the listener wants content.
   */
  public @Nullable String result() {
    return text("result");
  }

  /** A call that has ended has an outcome. */
  void passTo(CallListener listener) {
    if (outcome() == null) {
      listener.before(this);
    } else {
      listener.after(this);
    }
  }

  private @Nullable String text(String name) {
    return values.get(name) instanceof String text ? text : null;
  }

  @Override
  public String toString() {
    return values.toString();
  }
}
