/**
 * The engine as a library: {@link io.loopsentinel.engine.Sentinel} judges calls without the agent.
 */
@NullMarked
package io.loopsentinel.engine;

import org.jspecify.annotations.NullMarked;
