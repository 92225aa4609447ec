package io.loopsentinel.engine.identity;

import java.security.DigestException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * All that is needed to compute a fingerprint, made once and used for many calls, one at a time.
 *
 * <p>Made lent to whoever makes it. {@link #lend()} is thread-safe, the rest is for the borrower.
 */
final class Scratch {

  private static final int LENGTH = 32;

  /** Bytes of a tool's name, with the line feed, that are kept. */
  private static final int MAX_NAME = 128;

  private final MessageDigest digest;
  private final byte[] hash = new byte[LENGTH];
  private final CanonicalWriter writer;
  private final ArgumentsWalker walker;
  private final byte[] nameBytes = new byte[MAX_NAME];
  private @Nullable String name;
  private int nameSize;
  private CanonicalListener listener = CanonicalListener.NONE;

  private final AtomicBoolean lent = new AtomicBoolean(true);

  /** How many of the next bytes belong to the tool's name, of which nobody is told. */
  private long ofName;

  Scratch(TypeShapes shapes) {
    digest = sha256();
    writer = new CanonicalWriter(this::take);
    walker = new ArgumentsWalker(writer, shapes);
  }

  /** Tells whether the caller may use this scratch, which then is lent until given back. */
  boolean lend() {
    return !lent.getOpaque() && lent.compareAndSet(false, true);
  }

  /** Ends the use of this scratch. */
  void giveBack() {
    lent.setRelease(false);
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }

  void digest(
      String tool,
      @Nullable Object arguments,
      IdentityRule rule,
      Digest into,
      CanonicalListener newListener) {
    listener = newListener;
    ofName = Long.MAX_VALUE;
    boolean done = false;
    try {
      writeName(tool);
      ofName = writer.waiting();
      writeArguments(arguments, rule);
      writer.flush();
      digest.digest(hash, 0, LENGTH);
      into.set(hash);
      done = true;
    } catch (DigestException e) {
      throw new IllegalStateException("SHA-256 has 32 bytes", e);
    } finally {
      if (!done) {
        digest.reset();
      }
      forget();
    }
  }

  /**
   * Tells a listener of the arguments' canonical form.
   *
   * @param limit bytes after which no container gets another part
   */
  void write(@Nullable Object arguments, long limit, CanonicalListener newListener) {
    listener = newListener;
    ofName = 0;
    try {
      writer.limitTo(limit);
      writeArguments(arguments, IdentityRule.ALL_ARGUMENTS);
      writer.flush();
    } finally {
      digest.reset();
      forget();
    }
  }

  private void forget() {
    writer.reset();
    walker.release();
    listener = CanonicalListener.NONE;
  }

  /**
   * Writes the tool's name and a line feed. The bytes of the last call's are kept, since it was
   * often the same tool: to encode twelve letters takes 20 ns.
   */
  private void writeName(String tool) {
    if (tool.equals(name)) {
      writer.raw(nameBytes, 0, nameSize);
      return;
    }
    writer.raw(tool);
    writer.raw("\n");
    nameSize = writer.copyWaiting(nameBytes);
    name = nameSize > 0 ? tool : null;
  }

  /**
   * Writes the arguments. The walk itself puts a mark where a value fails; only an error it does
   * not expect, such as one of the application's own, ends it here, and the identity is then made
   * of what came before.
   */
  private void writeArguments(@Nullable Object arguments, IdentityRule rule) {
    try {
      walker.write(arguments, rule);
    } catch (Throwable e) {
      writer.raw(Limits.MORE);
    }
  }

  private void take(byte[] bytes, int length) {
    digest.update(bytes, 0, length);
    int from = (int) Math.min(ofName, length);
    ofName -= from;
    if (from < length) {
      listener.accept(bytes, from, length);
    }
  }
}
