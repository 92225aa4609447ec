/** Recorded runs played through the engine. */
@NullMarked
package io.loopsentinel.agent.replay.play;

import org.jspecify.annotations.NullMarked;
