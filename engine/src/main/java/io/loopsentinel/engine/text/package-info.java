/** Makes text from outside printable. */
@NullMarked
package io.loopsentinel.engine.text;

import org.jspecify.annotations.NullMarked;
