package io.loopsentinel.agent.instrument;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.targets.config.ConfigResult.Loaded;
import io.loopsentinel.targets.config.TargetSpec;
import io.loopsentinel.targets.load.ConfigLoader;
import io.loopsentinel.targets.load.Profiles;
import java.net.URI;
import java.security.CodeSource;
import java.security.ProtectionDomain;
import java.security.cert.Certificate;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The line about what is guarded. */
class GuardedFrameworksTest {

  @Test
  void namesNoVersionOfOwnTargets() throws Exception {
    String yaml = "sentinel: {targets: [{name: t, kind: run, type: com.acme.Bot, method: ask}]}";
    Loaded loaded = (Loaded) new ConfigLoader(Profiles.shipped()).read(yaml, "a.yaml");
    TargetSpec target = loaded.config().targets().get(0);
    CodeSource jar =
        new CodeSource(URI.create("file:/lib/bot-2.0.1.jar").toURL(), new Certificate[0]);
    GuardedFrameworks guarded = new GuardedFrameworks();

    guarded.add(target, "com.acme.Bot", "ask", new ProtectionDomain(jar, null));

    assertThat(guarded.lines(List.of(target)).values())
        .containsExactly("own targets: runs (1 method)");
  }

  @Test
  void countsTheMethodsOfATargetWithSeveralTypesOnce() {
    String yaml =
        "sentinel: {targets: [{name: t, kind: run, types: [com.acme.A, com.acme.B], method: ask}]}";
    Loaded loaded = (Loaded) new ConfigLoader(Profiles.shipped()).read(yaml, "a.yaml");
    List<TargetSpec> targets = loaded.config().targets();
    GuardedFrameworks guarded = new GuardedFrameworks();

    guarded.add(targets.get(0), "com.acme.A", "com.acme.A.ask", null);
    guarded.add(targets.get(1), "com.acme.B", "com.acme.B.ask", null);

    assertThat(guarded.lines(targets).values()).containsExactly("own targets: runs (2 methods)");
  }
}
