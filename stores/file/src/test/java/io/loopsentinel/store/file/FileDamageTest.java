package io.loopsentinel.store.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.EOFException;
import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import org.h2.mvstore.DataUtils;
import org.h2.mvstore.MVStoreException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Failures that mean damage of a file, and others. */
class FileDamageTest {

  @AfterEach
  void clearInterrupt() {
    boolean unused = Thread.interrupted();
  }

  @Test
  void explainsWhatCannotBeRead() {
    assertThat(FileDamage.explains(library(DataUtils.ERROR_FILE_CORRUPT, null))).isTrue();
    assertThat(FileDamage.explains(library(DataUtils.ERROR_CHUNK_NOT_FOUND, null))).isTrue();
    assertThat(FileDamage.explains(new IllegalStateException("Bytes have changed"))).isTrue();
    assertThat(FileDamage.explains(new NegativeArraySizeException("-7"))).isTrue();
  }

  @Test
  void explainsAnEndBeforeItsTime() {
    assertThat(FileDamage.explains(library(DataUtils.ERROR_READING_FAILED, new EOFException())))
        .isTrue();
  }

  @Test
  void explainsReferencesInACircle() {
    assertThat(FileDamage.explains(new StackOverflowError())).isTrue();
  }

  @Test
  void doesNotExplainFailuresOfTheSystem() {
    IOException full = new IOException("No space left on device");
    assertThat(FileDamage.explains(library(DataUtils.ERROR_WRITING_FAILED, full))).isFalse();
    assertThat(FileDamage.explains(library(DataUtils.ERROR_CLOSED, null))).isFalse();
    assertThat(FileDamage.explains(new OutOfMemoryError())).isFalse();
    assertThat(FileDamage.explains(new NoClassDefFoundError())).isFalse();
  }

  @Test
  void doesNotExplainWhatAnInterruptCauses() {
    Thread.currentThread().interrupt();

    Exception closed = new ClosedByInterruptException();
    assertThat(FileDamage.explains(library(DataUtils.ERROR_FILE_CORRUPT, closed))).isFalse();
  }

  private static MVStoreException library(int code, @Nullable Exception cause) {
    MVStoreException failure = new MVStoreException(code, "failed");
    if (cause != null) {
      failure.initCause(cause);
    }
    return failure;
  }
}
