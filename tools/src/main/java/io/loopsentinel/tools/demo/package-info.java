/** A loop to look at, without a network. */
@NullMarked
package io.loopsentinel.tools.demo;

import org.jspecify.annotations.NullMarked;
