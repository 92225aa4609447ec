/** Finds target methods in classes as they load and rewrites them; the only user of Byte Buddy. */
@NullMarked
package io.loopsentinel.agent.instrument;

import org.jspecify.annotations.NullMarked;
