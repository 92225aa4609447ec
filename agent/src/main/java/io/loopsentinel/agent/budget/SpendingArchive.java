package io.loopsentinel.agent.budget;

import io.loopsentinel.agent.budget.SpendingState.Entry;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Persistent storage of accounts and raises. Used by one thread, which may wait for a disk or a
 * network. Its text ({@code toString()}) names it in messages.
 */
interface SpendingArchive {

  /**
   * Returns the stored state, empty if there is none. After a failure it is called again later, and
   * nothing is written before it has succeeded.
   *
   * @throws UnavailableException if the state must be left alone for now
   */
  SpendingState open() throws Exception;

  /** Returns whether changed accounts can be appended; if not, the whole state must be written. */
  boolean canAppend();

  void append(List<Entry> changed) throws Exception;

  /** Atomically replaces everything stored before. */
  void replace(SpendingState state) throws Exception;

  /** Releases the storage for another JVM. */
  void close();

  /** Thrown if the stored state cannot be used at the moment, and is left as it is. */
  final class UnavailableException extends Exception {

    private static final long serialVersionUID = 1L;

    private final boolean inUse;

    /**
     * Creates the exception.
     *
     * @param problem the reason, which follows the archive's name
     * @param inUse whether another JVM uses the state and will release it
     */
    UnavailableException(String problem, boolean inUse, @Nullable Throwable cause) {
      super(problem, cause);
      this.inUse = inUse;
    }

    UnavailableException(String problem) {
      this(problem, false, null);
    }

    boolean isInUse() {
      return inUse;
    }
  }
}
