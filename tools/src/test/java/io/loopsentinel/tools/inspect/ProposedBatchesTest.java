package io.loopsentinel.tools.inspect;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.nio.file.Path;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** A method that dispatches several calls and returns nothing is proposed as a comment. */
class ProposedBatchesTest {

  @Test
  void readsEachCallOfTheList() {
    assertThat(proposed("batches"))
        .contains("#   method: runAll\n")
        .contains("#   tool: 'arg0[*].name()'\n    #   args: 'arg0[*].arguments()'\n");
  }

  @Test
  void saysThatNothingCanBeAnsweredInItsPlace() {
    assertThat(proposed("batches"))
        .containsPattern(
            "runAll, score \\d+\n    #    is a comment: returns nothing, so that no call can be"
                + " answered: a hint falls to abort\n");
  }

  private static String proposed(String shape) {
    Path folder =
        Path.of(
            URI.create(
                Objects.requireNonNull(
                        ProposedBatchesTest.class.getResource("/com/acme/shapes/" + shape))
                    .toString()));
    return InspectInvocation.of(folder.toString()).out();
  }
}
