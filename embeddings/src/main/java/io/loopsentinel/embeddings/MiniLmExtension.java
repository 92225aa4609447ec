package io.loopsentinel.embeddings;

import ai.onnxruntime.OrtException;
import io.loopsentinel.engine.api.EmbeddingExtension;
import java.lang.ref.Cleaner;
import java.lang.ref.Reference;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** Embeds texts with a sentence model, which a separate thread loads when the first text comes. */
public final class MiniLmExtension implements EmbeddingExtension {

  private final Callable<SentenceModel> source;
  private final AtomicBoolean started = new AtomicBoolean();
  private final CompletableFuture<SentenceModel> model = new CompletableFuture<>();

  public MiniLmExtension() {
    this(SentenceModel::new);
  }

  /** Creates an extension that gets its model from a source. */
  MiniLmExtension(Callable<SentenceModel> source) {
    this.source = source;
  }

  @Override
  public String name() {
    return "minilm";
  }

  @Override
  public float @Nullable [] embed(String text) throws Exception {
    if (started.compareAndSet(false, true)) {
      freeMemoryAfter(this, model);
      Thread loader =
          new Thread(() -> load(source, model), "loop-sentinel loads the sentence model");
      loader.setDaemon(true);
      loader.start();
    }
    try {
      SentenceModel loaded = model.getNow(null);
      return loaded == null ? null : loaded.embed(text);
    } catch (CompletionException e) {
      throw new IllegalStateException("the sentence model cannot be loaded: " + e.getCause(), e);
    } finally {
      Reference.reachabilityFence(this); // The model must not be freed before.
    }
  }

  /** Frees the native memory of a model when a reload has replaced its extension. */
  private static void freeMemoryAfter(
      MiniLmExtension extension, CompletableFuture<SentenceModel> model) {
    CompletableFuture<Void> closed = new CompletableFuture<>();
    CompletableFuture<Void> unused = closed.thenAcceptBoth(model, (none, each) -> close(each));
    Cleaner.create().register(extension, () -> closed.complete(null));
  }

  private static void load(Callable<SentenceModel> source, CompletableFuture<SentenceModel> model) {
    try {
      SentenceModel loaded = source.call();
      float[] unused = loaded.embed("warm up"); // The first text takes longer than the others.
      model.complete(loaded);
    } catch (Throwable e) { // Such as too little memory: told with the next text.
      model.completeExceptionally(e);
    }
  }

  private static void close(SentenceModel model) {
    try {
      model.close();
    } catch (OrtException e) {
      // It is closed already.
    }
  }
}
