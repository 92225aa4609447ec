package io.loopsentinel.store.file;

import java.io.EOFException;
import java.util.Set;
import java.util.stream.Stream;
import org.h2.mvstore.DataUtils;
import org.h2.mvstore.MVStoreException;

/** Distinguishes damage of a file from other failures to use it. */
final class FileDamage {

  /** Failures of the system. With an end of the file they mean damage, because it is too short. */
  private static final Set<Integer> SYSTEM =
      Set.of(
          DataUtils.ERROR_READING_FAILED, DataUtils.ERROR_WRITING_FAILED, DataUtils.ERROR_CLOSED);

  /**
   * Returns whether damage explains a failure on the current thread.
   *
   * @param user the class that uses the library
   */
  static boolean explains(Throwable failure, Class<?> user) {
    if (Thread.currentThread().isInterrupted() || failure instanceof OutOfMemoryError) {
      return false; // An interrupt closes the file, which the library may mistake for damage.
    }
    if (failure instanceof StackOverflowError) {
      // The top of the stack shows whether the library recursed or the stack was full before.
      return Stream.of(failure.getStackTrace())
          .noneMatch(frame -> frame.getClassName().equals(user.getName()));
    }
    return failure.getCause() instanceof EOFException
        || !(failure instanceof MVStoreException exception)
        || !SYSTEM.contains(exception.getErrorCode());
  }

  private FileDamage() {}
}
