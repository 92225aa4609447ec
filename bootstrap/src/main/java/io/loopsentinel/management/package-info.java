/** The MXBean of the agent, which JMX clients and the command line use. */
@NullMarked
package io.loopsentinel.management;

import org.jspecify.annotations.NullMarked;
