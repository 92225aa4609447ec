package io.loopsentinel.it.release;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

/** What becomes of changes to the public API once there is a release. */
class PublicApiIT {

  private static final String ERROR = "bootstrap/src/main/java/io/loopsentinel/ToolLoopError.java";
  private static final String ENGINE = "engine/src/main/java/io/loopsentinel/engine/Sentinel.java";

  @Test
  void keepsAMethodOfTheBootstrap() {
    Sources sources = sourcesAfterTheRelease("method-removed-from-bootstrap");
    sources.replace(ERROR, "  public Status status() {", "  Status status() {");

    Command build = build(sources, "bootstrap");

    assertThat(build.exitCode()).isEqualTo(1);
    assertThat(build.output()).contains("io.loopsentinel.ToolLoopError.status()");
  }

  @Test
  void isGivenAMethodInTheBootstrapAndKeepsOneOfTheEngine() {
    Sources sources = sourcesAfterTheRelease("method-removed-from-engine");
    String method = "  public Status status() {";
    sources.replace(ERROR, method, "  public void added() {}\n\n" + method);
    sources.replace(ENGINE, "  public void reset(", "  void reset(");

    Command build = build(sources, "bootstrap,engine");

    assertThat(build.exitCode()).isEqualTo(1);
    assertThat(build.output())
        .containsPattern("japicmp-maven-plugin\\S* \\(public-api\\) @ loop-sentinel-bootstrap")
        .doesNotContain("io.loopsentinel.ToolLoopError")
        .contains("io.loopsentinel.engine.Sentinel.reset(java.lang.Object)");
  }

  private static Sources sourcesAfterTheRelease(String name) {
    return Sources.copiedTo(
        Release.newFolder(name).resolve("sources"),
        Release.first().repository(),
        Sources.VERSION + ".1");
  }

  private static Command build(Sources sources, String modules) {
    return sources.release(
        Map.of(),
        "verify",
        "-pl",
        modules,
        "-Dreleased.version=" + Sources.VERSION,
        "-Djapicmp.skip=false",
        "-Dmaven.javadoc.skip=true",
        "-Dcyclonedx.skip=true");
  }
}
