/** The use of budgets, and its store. */
@NullMarked
package io.loopsentinel.engine.budget;

import org.jspecify.annotations.NullMarked;
