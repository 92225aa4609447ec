package io.loopsentinel.it.release;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Whoever builds a release gets the files that are published. */
class ReproducibleReleaseIT {

  @Test
  void isTheSameByteForByteWhereverAndWheneverItIsBuilt() throws IOException {
    Release first = Release.first();

    Release again = Release.again();

    Map<String, Path> files = first.published();
    files.keySet().removeIf(path -> path.contains(".asc"));
    assertThat(again.published()).containsOnlyKeys(files.keySet());
    for (Map.Entry<String, Path> file : again.published().entrySet()) {
      assertThat(Files.mismatch(file.getValue(), files.get(file.getKey())))
          .as(file.getKey())
          .isEqualTo(-1);
    }
  }
}
