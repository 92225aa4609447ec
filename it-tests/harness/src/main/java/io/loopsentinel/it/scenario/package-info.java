/** Scenarios that are played on frameworks, with and without the agent, and what came of them. */
@NullMarked
package io.loopsentinel.it.scenario;

import org.jspecify.annotations.NullMarked;
