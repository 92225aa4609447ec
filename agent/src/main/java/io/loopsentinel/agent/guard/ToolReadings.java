package io.loopsentinel.agent.guard;

import io.loopsentinel.agent.expression.LinkedExpression;
import org.jspecify.annotations.Nullable;

/**
 * The expressions of a tool target, linked to one method.
 *
 * @param tool the tool's name
 * @param arguments the tool's arguments; absent: those of the method
 * @param session the session's key
 * @param output the text of the result; absent: the result itself
 * @param failed whether the result tells of a failure; absent: its text says
 * @param warned builds the result once more, with a warning; absent: only text can carry one
 * @param refusal builds what is thrown in the call's place
 */
record ToolReadings(
    LinkedExpression tool,
    @Nullable LinkedExpression arguments,
    SessionReading session,
    @Nullable LinkedExpression output,
    @Nullable LinkedExpression failed,
    @Nullable Substitution warned,
    Refusal refusal) {}
