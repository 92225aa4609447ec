/** The life cycle of the agent: start, reload and detach. */
@NullMarked
package io.loopsentinel.agent.launch;

import org.jspecify.annotations.NullMarked;
