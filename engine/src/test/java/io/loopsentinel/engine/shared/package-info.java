/** Tests of sessions that several engines share. */
@NullMarked
package io.loopsentinel.engine.shared;

import org.jspecify.annotations.NullMarked;
