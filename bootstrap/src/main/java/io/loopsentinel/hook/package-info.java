/** What instrumented methods call. */
@NullMarked
package io.loopsentinel.hook;

import org.jspecify.annotations.NullMarked;
