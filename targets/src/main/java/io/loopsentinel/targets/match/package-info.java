/** Finds the methods that targets match, in class files. Runs in the agent and offline. */
@NullMarked
package io.loopsentinel.targets.match;

import org.jspecify.annotations.NullMarked;
