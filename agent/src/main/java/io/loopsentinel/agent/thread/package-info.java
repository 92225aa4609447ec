/** The threads of the agent. */
@NullMarked
package io.loopsentinel.agent.thread;

import org.jspecify.annotations.NullMarked;
