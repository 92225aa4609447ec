/** A scripted model that speaks the API of OpenAI, and what it has seen. */
@NullMarked
package io.loopsentinel.it.model;

import org.jspecify.annotations.NullMarked;
