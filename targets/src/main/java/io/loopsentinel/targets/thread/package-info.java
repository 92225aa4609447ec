/** The threads of the agent. */
@NullMarked
package io.loopsentinel.targets.thread;

import org.jspecify.annotations.NullMarked;
