/** A small sentence model as an extension: all-MiniLM-L6-v2 in ONNX Runtime. */
@NullMarked
package io.loopsentinel.embeddings;

import org.jspecify.annotations.NullMarked;
