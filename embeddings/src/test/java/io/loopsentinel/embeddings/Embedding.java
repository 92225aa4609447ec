package io.loopsentinel.embeddings;

import ai.onnxruntime.OrtException;
import java.util.Objects;

/** Embeds short texts. */
record Embedding(SentenceModel model) {

  float[] of(String text) {
    try {
      return Objects.requireNonNull(model.embed(text));
    } catch (OrtException e) {
      throw new IllegalStateException(e);
    }
  }

  long nanosOf(String text) {
    long start = System.nanoTime();
    float[] unused = of(text);
    return System.nanoTime() - start;
  }
}
