/** The configuration as plain data: settings, targets, and what is known of them before main. */
@NullMarked
package io.loopsentinel.targets.config;

import org.jspecify.annotations.NullMarked;
