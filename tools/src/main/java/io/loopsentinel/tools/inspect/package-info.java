/** The command {@code inspect}: finds the methods of an application that should be guarded. */
@NullMarked
package io.loopsentinel.tools.inspect;

import org.jspecify.annotations.NullMarked;
