/** Helpers for messages to people, used by every layer that explains a mistake. */
@NullMarked
package io.loopsentinel.targets.text;

import org.jspecify.annotations.NullMarked;
