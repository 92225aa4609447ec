/** The command {@code replay}: plays recorded conversations through the engine. */
@NullMarked
package io.loopsentinel.agent.replay;

import org.jspecify.annotations.NullMarked;
