package io.loopsentinel.engine.identity;

import org.jspecify.annotations.NullMarked;

/**
 * The canonical form of arguments without its digest, by the objects that a fingerprint is made
 * with, made once and used again.
 *
 * <p>It stands in this package since these are not public. Not thread-safe.
 */
@NullMarked
public final class CanonicalForm {

  private final CanonicalWriter writer;
  private final ArgumentsWalker walker;

  /** Creates one that tells a listener of each form. */
  public CanonicalForm(CanonicalListener listener) {
    writer = new CanonicalWriter((bytes, length) -> listener.accept(bytes, 0, length));
    walker = new ArgumentsWalker(writer, new TypeShapes(FieldAccess.toOpenPackages()));
  }

  /** Writes the form of arguments. */
  public void write(Object arguments) {
    walker.write(arguments, IdentityRule.ALL_ARGUMENTS);
    writer.flush();
    writer.reset();
    walker.release();
  }
}
