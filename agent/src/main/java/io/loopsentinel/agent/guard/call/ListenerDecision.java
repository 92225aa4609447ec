package io.loopsentinel.agent.guard.call;

import io.loopsentinel.engine.settings.Action;
import org.jspecify.annotations.Nullable;

/**
 * The decision of the application about a finding, before the action is taken.
 *
 * @param message the text for the model; {@code null} for the default text
 */
public record ListenerDecision(Action action, @Nullable String message) {}
