package io.loopsentinel.it.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.it.harness.FullMatrix;
import io.loopsentinel.it.harness.JavaProgram;
import io.loopsentinel.it.harness.Jdks;
import io.loopsentinel.it.model.ModelLog;
import io.loopsentinel.it.scenario.AuditedEvents;
import io.loopsentinel.it.scenario.UsageReport;
import java.io.File;
import java.time.Duration;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tokens that providers other than OpenAI had kept. */
@FullMatrix
class CachedTokensIT {

  @TempDir private File folder;

  /** Anthropic counts them beside the input; here they are a part of it. */
  @ParameterizedTest
  @EnumSource(CachedTokensProgram.Provider.class)
  void areAPartOfTheInput(CachedTokensProgram.Provider provider) {
    ModelLog log =
        JavaProgram.ofMain(CachedTokensProgram.class)
            .on(Jdks.running())
            .classPath(Version.NEWEST.classPath(true))
            .jvmOptions("-Dslf4j.internal.verbosity=ERROR")
            .arguments(provider.name())
            .agentConfig(folder, UsageReport.config(folder))
            .run(Duration.ofMinutes(5))
            .successful()
            .jsonLines(ModelLog.class)
            .get(0);

    AuditedEvents costs = AuditedEvents.of(folder).of("cost.attributed");
    assertThat(costs.sum("input_tokens")).isEqualTo(log.inputTokens());
    assertThat(costs.sum("cached_tokens")).isEqualTo(log.cachedTokens()).isPositive();
    assertThat(costs.sum("output_tokens")).isEqualTo(log.outputTokens());
  }
}
