package io.loopsentinel.engine.detect;

import io.loopsentinel.engine.identity.Fingerprint;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.Map;
import java.util.Set;

/** Tells whether calls of a session brought something that it had not seen. */
final class News {

  /** A repeated call further back than this is not what one waits for. */
  private static final int LOOKED_AT = 64;

  private News() {}

  /**
   * Returns whether one of the latest calls was not made before, or brought another result than the
   * last time.
   *
   * @param latestCalls how many calls to look at
   * @param calls the session's calls; one that has left the window counts as not made before
   */
  static boolean isIn(int latestCalls, CallHistory calls) {
    int looked = Math.min(latestCalls, calls.windowLength());
    return calls.latest(looked).stream().anyMatch(call -> isNew(call, calls));
  }

  private static boolean isNew(Call call, CallHistory calls) {
    Iterator<Call> equal = calls.equalCalls(call.fingerprint()).iterator();
    while (equal.hasNext() && !equal.next().equals(call)) {
      // The calls after this one are skipped.
    }
    return !equal.hasNext() || isChanged(equal.next(), call);
  }

  /**
   * Returns whether some other call was repeated and its two latest results differ. It tells
   * waiting from a loop: as long as that one brings something new, a call that is only ever
   * acknowledged ({@code sleep}, {@code put}) serves it.
   *
   * @param waiting the call that is not looked at itself
   * @param calls the session's calls
   */
  static boolean isBeside(Fingerprint waiting, CallHistory calls) {
    Map<Fingerprint, Call> latest = new HashMap<>();
    Set<Fingerprint> compared = new HashSet<>();
    for (Call call : calls.latest(Math.min(calls.windowLength(), LOOKED_AT))) {
      if (call.result() != null && !call.fingerprint().equals(waiting)) {
        Call later = latest.putIfAbsent(call.fingerprint(), call);
        if (later != null && compared.add(call.fingerprint()) && isChanged(call, later)) {
          return true;
        }
      }
    }
    return false;
  }

  private static boolean isChanged(Call earlier, Call later) {
    return CallResult.compare(earlier.result(), later.result()) == ResultMatch.CHANGING;
  }
}
