/**
 * A clinic with a fluent client, on which the tools are registered and whose prompts are sent by
 * what they return.
 */
@NullMarked
package com.acme.clinic;

import org.jspecify.annotations.NullMarked;
