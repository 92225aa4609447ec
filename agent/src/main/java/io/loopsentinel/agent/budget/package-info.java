/** What budgets have spent: kept in a file, told, and raised while the JVM runs. */
@NullMarked
package io.loopsentinel.agent.budget;

import org.jspecify.annotations.NullMarked;
