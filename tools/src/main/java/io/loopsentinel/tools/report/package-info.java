/** The command {@code report}: usage and findings from audit logs. */
@NullMarked
package io.loopsentinel.tools.report;

import org.jspecify.annotations.NullMarked;
