/** The command {@code init}: writes a first configuration for an application. */
@NullMarked
package io.loopsentinel.tools.init;

import org.jspecify.annotations.NullMarked;
