/** Calls and turns as the model asks for them, before they are judged, and the rules of tools. */
@NullMarked
package io.loopsentinel.engine.call;

import org.jspecify.annotations.NullMarked;
