package io.loopsentinel.engine.session;

import io.loopsentinel.engine.detect.HistorySizes;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The part of a session that lasts longer than its latest events: its end, labels, use, rungs, and
 * waiting messages. JVMs of other versions read it, so another form needs another event.
 */
final class Lasting {

  /** The lasting part of a new session. */
  static final byte[] NONE = {};

  private Lasting() {}

  /** Returns this part of a session. */
  static byte[] of(Session session) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      out.writeLong(session.state().calls());
      session.found().writeLasting(out);
      session.history().writeLasting(out);
      List<String> words = session.nextTurn().words();
      out.writeShort(words.size());
      for (String word : words) {
        out.writeUTF(word);
      }
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
    return bytes.toByteArray();
  }

  /** Returns whether {@link #restore} can read this part, which another JVM wrote. */
  static boolean isReadable(byte[] lasting) {
    try {
      restore(new Session(false, new HistorySizes(1, 1, true, 0, 1)), lasting, null);
      return true;
    } catch (RuntimeException e) {
      return false;
    }
  }

  /**
   * Replaces this part of a session.
   *
   * @param end the decision that terminated the session, as far as known here
   * @throws RuntimeException if it is not {@link #isReadable}
   */
  static void restore(Session session, byte[] lasting, Decision.@Nullable Found end) {
    if (lasting.length == 0) {
      return;
    }
    try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(lasting))) {
      session.setCalls(in.readLong());
      session.found().readLasting(in, end);
      session.history().readLasting(in);
      NextTurn nextTurn = session.nextTurn();
      List<String> unused = nextTurn.takeWords();
      for (int count = in.readShort(); count > 0; count--) {
        nextTurn.tell(in.readUTF());
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
