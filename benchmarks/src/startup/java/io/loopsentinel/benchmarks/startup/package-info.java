/** What agents add to the start of a JVM, measured in JVMs of their own. */
@NullMarked
package io.loopsentinel.benchmarks.startup;

import org.jspecify.annotations.NullMarked;
