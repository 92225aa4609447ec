/** A web shop's assistant that knows nothing of Loop Sentinel, and what becomes of it. */
@NullMarked
package io.loopsentinel.demo;

import org.jspecify.annotations.NullMarked;
