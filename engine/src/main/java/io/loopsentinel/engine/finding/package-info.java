/** What detectors find: the loop, the facts behind it, and the texts that describe it. */
@NullMarked
package io.loopsentinel.engine.finding;

import org.jspecify.annotations.NullMarked;
