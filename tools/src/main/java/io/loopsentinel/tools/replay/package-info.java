/** The command {@code replay}: plays recorded conversations through the engine. */
@NullMarked
package io.loopsentinel.tools.replay;

import org.jspecify.annotations.NullMarked;
