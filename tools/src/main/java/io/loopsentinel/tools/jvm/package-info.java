/** Commands that query and control the agents in running JVMs. */
@NullMarked
package io.loopsentinel.tools.jvm;

import org.jspecify.annotations.NullMarked;
