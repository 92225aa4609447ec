/**
 * The interfaces of extensions: jars of the user with implementations registered in {@code
 * META-INF/services}. {@code docs/extensions.md} shows one.
 */
@NullMarked
package io.loopsentinel.engine.api;

import org.jspecify.annotations.NullMarked;
