/**
 * {@code discover}: watches the calls of an application's tools while it runs, and writes targets
 * for the methods that were seen to dispatch them. Nothing is judged and nothing is stopped.
 */
@NullMarked
package io.loopsentinel.tools.discover;

import org.jspecify.annotations.NullMarked;
