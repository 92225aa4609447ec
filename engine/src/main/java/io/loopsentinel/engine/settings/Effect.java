package io.loopsentinel.engine.settings;

import io.loopsentinel.engine.identity.IdentityRule;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The effect of a tool that acts, which happens once.
 *
 * @param arguments the arguments that name the effect; {@link IdentityRule#ALL_ARGUMENTS} if it is
 *     named as calls are compared
 * @param per the scope: {@link Budget#SESSION}, {@link Budget#GLOBAL} or a label
 * @param keep the time after which an effect of a label or of all is forgotten
 * @param verifyWith the tool that shows whether the effect happened, if there is one
 */
public record Effect(
    IdentityRule arguments, String per, Duration keep, @Nullable String verifyWith) {}
