/** Suspend functions under guard. */
@NullMarked
package io.loopsentinel.it.kotlin;

import org.jspecify.annotations.NullMarked;
