/**
 * What an extension implements: a jar of the user's own, with a file in {@code META-INF/services}
 * for each interface that it has a class of. {@code docs/extensions.md} shows one.
 */
@NullMarked
package io.loopsentinel.engine.api;

import org.jspecify.annotations.NullMarked;
