/** Starts the agent's parts in order, before main, and its command line. */
@NullMarked
package io.loopsentinel.agent.launch;

import org.jspecify.annotations.NullMarked;
