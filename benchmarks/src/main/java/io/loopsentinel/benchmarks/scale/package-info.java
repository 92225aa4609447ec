/** What a call costs where there is much of everything: history, sessions, tools, threads. */
@NullMarked
package io.loopsentinel.benchmarks.scale;

import org.jspecify.annotations.NullMarked;
