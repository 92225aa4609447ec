package io.loopsentinel.targets.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NearestNamesTest {

  @ParameterizedTest
  @CsvSource({
    "name,name,0",
    "name,NAME,0",
    "nmae,name,1",
    "nam,name,1",
    "names,name,1",
    "nome,name,1",
    "kitten,sitting,3",
    "ca,abc,3",
    "'',abc,3",
    "abc,'',3"
  })
  void countsEdits(String first, String second, int distance) {
    assertThat(NearestNames.distance(first, second)).isEqualTo(distance);
  }

  @Test
  void takesTheFirstOfEquallyNearOnes() {
    assertThat(NearestNames.suggest("cound", List.of("mount", "found", "count", "sound")))
        .contains("found");
  }

  @Test
  void suggestsOnlySimilarNames() {
    List<String> known = List.of("threshold", "window_size");

    assertThat(NearestNames.suggest("treshold", known)).contains("threshold");
    assertThat(NearestNames.suggest("windowSize", known)).contains("window_size");
    assertThat(NearestNames.suggest("colour", known)).isEmpty();
    assertThat(NearestNames.suggest("colour", List.of())).isEmpty();
  }
}
