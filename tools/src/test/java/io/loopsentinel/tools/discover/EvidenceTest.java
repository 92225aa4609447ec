package io.loopsentinel.tools.discover;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.tools.discover.Evidence.Shape;
import io.loopsentinel.tools.discover.Search.Found;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The expressions of a tool that the framework knows by another name. */
class EvidenceTest {

  @Test
  void theTextBesideTheArgumentsIsTheName() {
    assertThat(shape(0)).isEqualTo(new Shape("arg1", "arg2"));
  }

  @Test
  void theTextBesideAnObjectThatHoldsTheArgumentsIsNot() {
    assertThat(shape(1)).isNull();
  }

  @Test
  void aTextWithinTheArgumentsIsNot() {
    assertThat(shape("arg1", 0, "arg1[\"day\"]")).isNull();
  }

  private static @Nullable Shape shape(int rank) {
    return shape("arg2", rank, "arg1");
  }

  private static @Nullable Shape shape(String arguments, int rank, String text) {
    Evidence evidence = new Evidence();
    for (int call = 0; call < 3; call++) {
      evidence.found(
          new Found(
              "find",
              true,
              Set.of(),
              Map.of(arguments, rank),
              Set.of(),
              Map.of(),
              Map.of(text, 7)));
    }
    return evidence.shape();
  }
}
