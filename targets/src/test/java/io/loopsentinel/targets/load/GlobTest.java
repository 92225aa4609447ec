package io.loopsentinel.targets.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.engine.settings.Glob;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class GlobTest {

  @Test
  void theMostSpecificComesFirst() {
    List<String> sorted =
        Stream.of("*", "a*", "a?", "ab*", "a?*", "?", "abc", "ab?")
            .map(Glob::of)
            .sorted()
            .map(Glob::text)
            .toList();

    assertThat(sorted).containsExactly("abc", "ab?", "ab*", "a?", "a*", "a?*", "?", "*");
  }
}
