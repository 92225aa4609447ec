/** The command {@code replay}: plays recorded conversations through the engine. */
@NullMarked
package io.loopsentinel.agent.command.replay;

import org.jspecify.annotations.NullMarked;
