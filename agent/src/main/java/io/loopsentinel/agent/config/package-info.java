/**
 * The configuration: YAML, agent argument, system properties and environment, read into validated
 * records.
 *
 * <p>All of this code runs before the application's main. Messages format numbers with {@code %s},
 * because {@code %d} looks up the locale's digits, which on JDK 17 initializes the default file
 * system.
 */
@NullMarked
package io.loopsentinel.agent.config;

import org.jspecify.annotations.NullMarked;
