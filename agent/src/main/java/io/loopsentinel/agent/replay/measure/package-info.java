/** Figures about played runs: how much was found, how early, how rightly. */
@NullMarked
package io.loopsentinel.agent.replay.measure;

import org.jspecify.annotations.NullMarked;
