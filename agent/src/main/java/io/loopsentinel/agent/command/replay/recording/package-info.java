/** Recorded conversations, and how they are read from files. */
@NullMarked
package io.loopsentinel.agent.command.replay.recording;

import org.jspecify.annotations.NullMarked;
