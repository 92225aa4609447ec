package io.loopsentinel.engine.budget;

import io.loopsentinel.engine.identity.Fingerprint;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The run and the labels of a call or turn. Immutable.
 *
 * @param run the run as text; empty if none
 * @param labels the values of labels, such as the names of agent and user, by label name; hashed if
 *     they must not be shown
 * @param conversation the session of the outermost run, if possible of one with an id; empty if
 *     that is the session itself
 */
public record Attribution(String run, Map<String, String> labels, String conversation) {

  public static final Attribution NONE = new Attribution("", Map.of());

  /** The label with the agent's name, by which calls are counted. */
  private static final String AGENT = "agent";

  private static final int SHOWN_DIGITS = 16;

  public Attribution {
    labels = Map.copyOf(labels);
  }

  /** Creates an attribution without a conversation. */
  public Attribution(String run, Map<String, String> labels) {
    this(run, labels, "");
  }

  /** Returns the hash to show instead of a label's value. It is the same in every JVM. */
  public static String hash(String value) {
    return "sha256:" + Fingerprint.of(value).toHex().substring(0, SHOWN_DIGITS);
  }

  /** Reads an attribution that {@link #write} has written. */
  public static Attribution read(DataInput in) throws IOException {
    String run = in.readUTF();
    Map<String, String> labels = new LinkedHashMap<>();
    for (int count = in.readShort(); count > 0; count--) {
      labels.put(in.readUTF(), in.readUTF());
    }
    return run.isEmpty() && labels.isEmpty() ? NONE : new Attribution(run, labels);
  }

  /** Writes run and labels. */
  public void write(DataOutput out) throws IOException {
    out.writeUTF(run);
    out.writeShort(labels.size());
    for (Map.Entry<String, String> label : labels.entrySet()) {
      out.writeUTF(label.getKey());
      out.writeUTF(label.getValue());
    }
  }

  public @Nullable String agent() {
    return labels.get(AGENT);
  }

  /** Returns this attribution with another conversation; empty for none. */
  public Attribution in(String otherConversation) {
    return conversation.equals(otherConversation)
        ? this
        : new Attribution(run, labels, otherConversation);
  }

  /** Returns this attribution, completed by another one. */
  public Attribution or(Attribution other) {
    String known = run.isEmpty() ? other.run : run;
    String around = conversation.isEmpty() ? other.conversation : conversation;
    if (known.equals(run)
        && around.equals(conversation)
        && (other.labels.isEmpty() || labels.keySet().containsAll(other.labels.keySet()))) {
      return this;
    }
    Map<String, String> all = new LinkedHashMap<>(other.labels);
    all.putAll(labels);
    return new Attribution(known, all, around);
  }
}
