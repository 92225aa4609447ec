/** The command {@code inspect}: finds the methods of an application that should be guarded. */
@NullMarked
package io.loopsentinel.agent.command.inspect;

import org.jspecify.annotations.NullMarked;
