/** The agent on Spring AI. */
@NullMarked
package io.loopsentinel.it.springai;

import org.jspecify.annotations.NullMarked;
