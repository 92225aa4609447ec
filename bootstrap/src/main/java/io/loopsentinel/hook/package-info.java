/** The hook that rewritten methods call. */
@NullMarked
package io.loopsentinel.hook;

import org.jspecify.annotations.NullMarked;
