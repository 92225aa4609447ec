package io.loopsentinel.engine.identity;

import io.loopsentinel.engine.identity.UsedPaths.Unused;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Checks whether the paths of {@code redact} match any argument. Samples the first 100 calls, then
 * every 64th until each path has matched. Thread-safe.
 *
 * <p>A misspelt path must be noticed before an argument is shown that it should hide. So arguments
 * that are never shown are checked too.
 */
public final class RedactedPaths {

  private static final int FIRST_CALLS = 100;
  private static final int INTERVAL = 64;

  private final IdentityRule rule;
  private final Fingerprinter fingerprinter;
  private final UsedPaths used = new UsedPaths("telemetry.redact");
  private final AtomicLong calls = new AtomicLong();
  private volatile boolean complete;

  public RedactedPaths(IdentityRule rule, Fingerprinter fingerprinter) {
    this.rule = rule;
    this.fingerprinter = fingerprinter;
    this.complete = rule.ignore().isEmpty();
  }

  /** Checks the arguments of a call if it is in the sample. */
  public void lookAt(String tool, @Nullable Object arguments) {
    if (complete) {
      return;
    }
    long number = calls.incrementAndGet();
    if (number <= FIRST_CALLS || number % INTERVAL == 0) {
      Set<String> matched = fingerprinter.matchedPaths(arguments, rule);
      if (matched != null) {
        used.add(tool, rule, matched);
        complete = used.unused(0).isEmpty();
      }
    }
  }

  /**
   * Returns the paths that matched no argument.
   *
   * @param minCalls the number of calls with arguments that must have been checked
   */
  public List<Unused> unused(int minCalls) {
    return used.unused(minCalls);
  }
}
