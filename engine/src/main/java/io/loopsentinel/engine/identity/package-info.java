/** The identity of a tool call: canonical arguments (RFC 8785) and their SHA-256. */
@NullMarked
package io.loopsentinel.engine.identity;

import org.jspecify.annotations.NullMarked;
