/** The command {@code check}: shows what a configuration would guard on a class path, and how. */
@NullMarked
package io.loopsentinel.tools.check;

import org.jspecify.annotations.NullMarked;
