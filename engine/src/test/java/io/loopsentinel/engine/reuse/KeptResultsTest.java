package io.loopsentinel.engine.reuse;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.engine.identity.Fingerprint;
import io.loopsentinel.engine.settings.Glob;
import io.loopsentinel.engine.settings.ToolPolicy.Reuse;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Results that are kept over a reload. */
class KeptResultsTest {

  private static final Reuse RULE =
      new Reuse(Duration.ofMinutes(1), "session", List.of(Glob.of("write")), false);

  private final KeptResults before = new KeptResults(List.of(RULE), () -> Instant.EPOCH);
  private final KeptResults after = new KeptResults(List.of(RULE), () -> Instant.EPOCH);

  @Test
  void areNotReusedAfterACallThatBeganBeforeTheReloadAndWasNotSeenToEnd() {
    before.replaceBy(after);
    read().keep("stale", 5, "c-1");
    assertThat(read().find()).isNotNull();

    before.calledUnseen();

    assertThat(read().find()).isNull();
  }

  private KeptResults.Request read() {
    return Objects.requireNonNull(after.request(RULE, "c-1", "read", Fingerprint.of("read")));
  }
}
