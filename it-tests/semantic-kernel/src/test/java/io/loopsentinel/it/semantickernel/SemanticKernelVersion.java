package io.loopsentinel.it.semantickernel;

import com.microsoft.semantickernel.Kernel;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;

/** The version of Semantic Kernel on the class path. */
final class SemanticKernelVersion {

  private SemanticKernelVersion() {}

  /**
   * Returns whether this version sends a failed call to the model twice, both times with the same
   * id, as 1.1 does. A strict model refuses that.
   */
  static boolean repeatsIdsOfFailedCalls() {
    Properties maven = new Properties();
    try (InputStream in =
        Kernel.class.getResourceAsStream(
            "/META-INF/maven/com.microsoft.semantic-kernel/semantickernel-api/pom.properties")) {
      maven.load(in);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return maven.getProperty("version").startsWith("1.1.");
  }
}
