/** What budgets have spent, and where that is kept. */
@NullMarked
package io.loopsentinel.engine.budget;

import org.jspecify.annotations.NullMarked;
