/** The agent on Koog. */
@NullMarked
package io.loopsentinel.it.koog;

import org.jspecify.annotations.NullMarked;
