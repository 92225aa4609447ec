/** The configuration: YAML, arguments, properties and environment read into validated records. */
@NullMarked
package io.loopsentinel.agent.config;

import org.jspecify.annotations.NullMarked;
