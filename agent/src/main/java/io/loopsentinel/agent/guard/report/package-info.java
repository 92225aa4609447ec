/** Reports and records what guards see and do. */
@NullMarked
package io.loopsentinel.agent.guard.report;

import org.jspecify.annotations.NullMarked;
