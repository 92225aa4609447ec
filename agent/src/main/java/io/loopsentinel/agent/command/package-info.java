/** What the commands of the command line have in common. */
@NullMarked
package io.loopsentinel.agent.command;

import org.jspecify.annotations.NullMarked;
