/** The programs whose start is measured. */
@NullMarked
package io.loopsentinel.benchmarks.startup.program;

import org.jspecify.annotations.NullMarked;
