package io.loopsentinel.it.langchain4j;

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

/** The audit log of LangChain4j, added up by the command that ships. */
@FullMatrix
class ReportIT {

  @TempDir private File folder;

  @Test
  void addsUpWhatTheModelSaysThatItUsed() {
    List<Outcome> outcomes =
        List.copyOf(
            LangChain4jApplication.scenarios(Version.NEWEST)
                .guarded(Jdks.running(), ModelBehaviour.LOOPING, folder, UsageReport.config(folder))
                .values());
    UsageReport report = UsageReport.of(folder);

    report.assertAddsUp(outcomes);
    assertThat(report.cachedTokens())
        .isEqualTo(outcomes.stream().mapToLong(outcome -> outcome.log().cachedTokens()).sum())
        .isPositive();
  }
}
