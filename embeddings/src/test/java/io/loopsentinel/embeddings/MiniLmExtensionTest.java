package io.loopsentinel.embeddings;

import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The extension that embeds texts. */
class MiniLmExtensionTest {

  @Test
  @Timeout(10)
  void failsIfThereIsNoMemoryForTheModel() {
    MiniLmExtension extension =
        new MiniLmExtension(
            () -> {
              throw new OutOfMemoryError("Java heap space");
            });

    assertThatIllegalStateException()
        .isThrownBy(() -> embedWhenLoaded(extension))
        .withMessageContaining("Java heap space");
  }

  private static void embedWhenLoaded(MiniLmExtension extension) throws Exception {
    while (!Thread.currentThread().isInterrupted() && extension.embed("late orders") == null) {
      Thread.onSpinWait();
    }
  }
}
