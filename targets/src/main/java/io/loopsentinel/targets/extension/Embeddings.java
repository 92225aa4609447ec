package io.loopsentinel.targets.extension;

import com.dynatrace.hash4j.hashing.HashValue128;
import com.dynatrace.hash4j.hashing.Hashing;
import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.loopsentinel.engine.api.EmbeddingExtension;
import org.jspecify.annotations.Nullable;

/** The latest vectors of an extension, by the hash of their text. Thread-safe. */
final class Embeddings {

  private static final int MAX_VECTORS = 1_000;

  private final EmbeddingExtension extension;
  private final ExtensionGuard guard;
  private final Cache<HashValue128, float[]> latest =
      Caffeine.newBuilder().maximumSize(MAX_VECTORS).executor(Runnable::run).build();

  Embeddings(EmbeddingExtension extension, ExtensionGuard guard) {
    this.extension = extension;
    this.guard = guard;
  }

  /** Returns the vector of a text; {@code null} if it is not available in time. */
  float @Nullable [] of(String text) {
    HashValue128 hash = Hashing.murmur3_128().hashCharsTo128Bits(text);
    float[] known = latest.getIfPresent(hash);
    return known != null
        ? known
        : guard.callOrNull(
            ExtensionGuard.MEANING_TIMEOUT, () -> embed(hash, text), Embeddings::problem);
  }

  /** A vector that comes too late is kept for the next equal text. */
  private float @Nullable [] embed(HashValue128 hash, String text) throws Exception {
    float[] vector = extension.embed(text);
    if (vector != null && problem(vector) == null) {
      latest.put(hash, vector);
    }
    return vector;
  }

  private static @Nullable String problem(float[] vector) {
    float largest = 0;
    for (float each : vector) {
      largest = Math.max(largest, Math.abs(each)); // NaN if one is not a number.
    }
    return largest > 0 && largest < Float.POSITIVE_INFINITY
        ? null
        : "returned a vector of %s numbers without a direction".formatted(vector.length);
  }
}
