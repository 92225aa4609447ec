/** Jars of the user's own: how they are loaded, and kept from doing harm. */
@NullMarked
package io.loopsentinel.agent.extension;

import org.jspecify.annotations.NullMarked;
