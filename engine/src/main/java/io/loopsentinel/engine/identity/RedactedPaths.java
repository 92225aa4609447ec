package io.loopsentinel.engine.identity;

import io.loopsentinel.engine.identity.UsedPaths.Unused;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Looks in a sample of calls for the arguments that paths of {@code redact} name: in the first 100
 * calls, then in each 64th, as long as a path has named none. Thread-safe.
 *
 * <p>A misspelt path must not first be noticed when an argument is shown that it should have left
 * out. So arguments are looked at which are not shown.
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

  /** Looks at the arguments of a call, if it is one of the sample. */
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
   * Returns the paths that named no argument.
   *
   * @param minCalls how many calls with arguments must have been looked at
   */
  public List<Unused> unused(int minCalls) {
    return used.unused(minCalls);
  }
}
