/**
 * Measures with JOL what sessions take in memory, and what the parts of a call take; needs the
 * classes of the agent on the class path.
 */
@NullMarked
package io.loopsentinel.benchmarks.engine;

import org.jspecify.annotations.NullMarked;
