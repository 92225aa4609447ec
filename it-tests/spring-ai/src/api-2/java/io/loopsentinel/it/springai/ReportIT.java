package io.loopsentinel.it.springai;

import static io.loopsentinel.it.springai.SpringAiApplication.SCENARIOS;
import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.it.contract.ModelBehaviour;
import io.loopsentinel.it.harness.FullMatrix;
import io.loopsentinel.it.harness.Jdks;
import io.loopsentinel.it.scenario.Outcome;
import io.loopsentinel.it.scenario.UsageReport;
import java.io.File;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The audit log of Spring AI, added up by the command that ships. */
@FullMatrix
class ReportIT {

  @TempDir private File folder;

  /** The model asks for calls alone: the one response that is no turn would be an answer. */
  @Test
  void addsUpWhatTheModelSaysThatItUsed() {
    List<Outcome> outcomes =
        List.copyOf(
            SCENARIOS
                .guarded(
                    Jdks.running(), ModelBehaviour.STUBBORN, folder, UsageReport.config(folder))
                .values());
    UsageReport report = UsageReport.of(folder);

    report.assertAddsUp(outcomes);
    assertThat(report.cachedTokens())
        .as("Spring AI forgets them in a stream")
        .isEqualTo(
            outcomes.stream()
                .filter(outcome -> !outcome.dispatch().equals(Dispatch.STREAMED.name()))
                .mapToLong(outcome -> outcome.log().cachedTokens())
                .sum())
        .isPositive();
  }
}
