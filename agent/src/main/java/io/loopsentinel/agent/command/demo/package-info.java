/** A loop to look at, without a network. */
@NullMarked
package io.loopsentinel.agent.command.demo;

import org.jspecify.annotations.NullMarked;
