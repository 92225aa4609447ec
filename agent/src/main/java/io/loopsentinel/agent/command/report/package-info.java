/** The command {@code report}: what agents used, and what was found, by audit logs. */
@NullMarked
package io.loopsentinel.agent.command.report;

import org.jspecify.annotations.NullMarked;
