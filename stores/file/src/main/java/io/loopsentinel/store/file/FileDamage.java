package io.loopsentinel.store.file;

import java.io.EOFException;
import java.util.Set;
import org.h2.mvstore.DataUtils;
import org.h2.mvstore.MVStoreException;

/** Distinguishes damage of a file from other failures to use it. */
final class FileDamage {

  /** Failures of the system. They mean damage if the file ends too early. */
  private static final Set<Integer> SYSTEM =
      Set.of(
          DataUtils.ERROR_READING_FAILED, DataUtils.ERROR_WRITING_FAILED, DataUtils.ERROR_CLOSED);

  /** Returns whether damage explains a failure. The stack of this thread must have had room. */
  static boolean explains(Throwable failure) {
    if (Thread.currentThread().isInterrupted()) {
      return false; // An interrupt closes the file, which the library may mistake for damage.
    }
    if (failure instanceof Error) {
      return failure instanceof StackOverflowError; // The library follows references in a circle.
    }
    return failure.getCause() instanceof EOFException
        || !(failure instanceof MVStoreException exception)
        || !SYSTEM.contains(exception.getErrorCode());
  }

  private FileDamage() {}
}
