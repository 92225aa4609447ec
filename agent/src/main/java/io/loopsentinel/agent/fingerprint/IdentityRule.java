package io.loopsentinel.agent.fingerprint;

import java.util.List;

/**
 * Which arguments make two calls of a tool the same.
 *
 * @param ignore paths of members that are left out
 * @param only paths of the members that count; empty: all of them
 */
public record IdentityRule(List<String> ignore, List<String> only) {

  /** Every argument counts. */
  public static final IdentityRule ALL_ARGUMENTS = new IdentityRule(List.of(), List.of());
}
