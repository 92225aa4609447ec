/** The command {@code demo}: a loop to watch, without a network. */
@NullMarked
package io.loopsentinel.tools.demo;

import org.jspecify.annotations.NullMarked;
