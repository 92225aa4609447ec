/** The command {@code report}: usage and findings from audit logs. */
@NullMarked
package io.loopsentinel.agent.command.report;

import org.jspecify.annotations.NullMarked;
