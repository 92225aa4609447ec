/** Helpers that the commands share. */
@NullMarked
package io.loopsentinel.tools.support;

import org.jspecify.annotations.NullMarked;
