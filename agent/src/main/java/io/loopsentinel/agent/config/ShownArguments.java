package io.loopsentinel.agent.config;

import io.loopsentinel.engine.identity.IdentityRule;

/**
 * Whether events show the arguments of calls.
 *
 * @param included whether they do
 * @param redacted leaves out what is not to be shown even then, nor quoted to the model
 */
public record ShownArguments(boolean included, IdentityRule redacted) {

  /** What holds where the configuration says nothing. */
  public static final ShownArguments NONE = new ShownArguments(false, IdentityRule.ALL_ARGUMENTS);
}
