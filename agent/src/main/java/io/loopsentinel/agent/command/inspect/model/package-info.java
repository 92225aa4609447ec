/**
 * What class files say about types and methods, without loading any class.
 *
 * <p>Names are internal ({@code a/b/C}) and descriptors as in JVMS 4.3. Everything here is
 * immutable once it is read.
 */
@NullMarked
package io.loopsentinel.agent.command.inspect.model;

import org.jspecify.annotations.NullMarked;
