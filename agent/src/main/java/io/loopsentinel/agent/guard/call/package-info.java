/** A call in progress: its values, the frames of its thread, and the verdict about it. */
@NullMarked
package io.loopsentinel.agent.guard.call;

import org.jspecify.annotations.NullMarked;
