/** Asynchronous results: listens to them, and creates them. */
@NullMarked
package io.loopsentinel.agent.async;

import org.jspecify.annotations.NullMarked;
