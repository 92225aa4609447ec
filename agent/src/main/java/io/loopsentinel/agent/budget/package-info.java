/** Persistent spending of budgets, and raises of budgets at run time. */
@NullMarked
package io.loopsentinel.agent.budget;

import org.jspecify.annotations.NullMarked;
