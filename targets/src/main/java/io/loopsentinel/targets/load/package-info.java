/**
 * Reads YAML, arguments, properties and environment into a validated configuration, and profiles
 * into targets.
 *
 * <p>All of it runs before main. Messages format numbers with {@code %s}: {@code %d} looks up the
 * locale's digits, which on JDK 17 initializes the default file system.
 */
@NullMarked
package io.loopsentinel.targets.load;

import org.jspecify.annotations.NullMarked;
