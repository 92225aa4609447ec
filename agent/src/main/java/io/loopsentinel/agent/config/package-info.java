/**
 * The configuration: YAML, arguments, properties and environment read into validated records.
 *
 * <p>All of it runs before the application's main. Numbers go into messages as {@code %s}: {@code
 * %d} looks up the locale's digits, which on JDK 17 sets up the default file system.
 */
@NullMarked
package io.loopsentinel.agent.config;

import org.jspecify.annotations.NullMarked;
