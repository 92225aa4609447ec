/** The command line of the jar. */
@NullMarked
package io.loopsentinel.tools;

import org.jspecify.annotations.NullMarked;
