/** Scripted models that speak the APIs of OpenAI and Google, and what they have seen. */
@NullMarked
package io.loopsentinel.it.model;

import org.jspecify.annotations.NullMarked;
