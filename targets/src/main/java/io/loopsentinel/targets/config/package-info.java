/**
 * The configuration: YAML, arguments, properties and environment, read into validated records.
 *
 * <p>All of it runs before main. Messages format numbers with {@code %s}: {@code %d} looks up the
 * locale's digits, which on JDK 17 initializes the default file system.
 */
@NullMarked
package io.loopsentinel.targets.config;

import org.jspecify.annotations.NullMarked;
