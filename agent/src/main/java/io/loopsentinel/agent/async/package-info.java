/** Knows the types whose values come later: builds them, and waits for what comes. */
@NullMarked
package io.loopsentinel.agent.async;

import org.jspecify.annotations.NullMarked;
