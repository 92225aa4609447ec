/** A web shop's assistant that knows nothing of Loop Sentinel, and a scripted model that loops. */
@NullMarked
package io.loopsentinel.demo;

import org.jspecify.annotations.NullMarked;
