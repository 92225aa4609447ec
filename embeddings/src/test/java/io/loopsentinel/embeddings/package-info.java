/** Tests of the sentence model, and what it finds in labelled pairs of texts. */
@NullMarked
package io.loopsentinel.embeddings;

import org.jspecify.annotations.NullMarked;
