/**
 * Finds target methods in classes as they load and rewrites them; the only package that writes
 * bytecode.
 */
@NullMarked
package io.loopsentinel.agent.instrument;

import org.jspecify.annotations.NullMarked;
