/** Finds the methods that targets match, in class files. Runs in the agent and offline. */
@NullMarked
package io.loopsentinel.agent.match;

import org.jspecify.annotations.NullMarked;
