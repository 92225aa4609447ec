/** The contract of the end of a run, and the parts that a framework adapter supplies. */
@NullMarked
package io.loopsentinel.it.contract;

import org.jspecify.annotations.NullMarked;
