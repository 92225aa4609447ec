/** Text that others chose, made fit to be shown. */
@NullMarked
package io.loopsentinel.engine.text;

import org.jspecify.annotations.NullMarked;
