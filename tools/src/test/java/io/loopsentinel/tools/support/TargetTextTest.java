package io.loopsentinel.tools.support;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** The lines of a target. */
class TargetTextTest {

  @Test
  void namesTheTypesOfParameters() {
    assertThat(target().parameters(List.of("a.b.C$D", "java.lang.String[]")).lines())
        .endsWith("      method: b", "      parameters: [a.b.C$D, 'java.lang.String[]']");
  }

  @Test
  void quotesExpressionsThatYamlWouldReadOtherwise() {
    assertThat(target().with("result", "{\"it's\": message}").with("output", null).lines())
        .endsWith("      result: '{\"it''s\": message}'");
  }

  @Test
  void commentsPrecedeTheTarget() {
    assertThat(target().comment("seen 12 times: search").lines())
        .startsWith("    # seen 12 times: search", "    - name: a");
  }

  @Test
  void aDisabledTargetIsAComment() {
    assertThat(target().disabled().lines())
        .containsExactly(
            "    # - name: a",
            "    #   kind: tool",
            "    #   type: com.acme.A",
            "    #   method: b");
  }

  private static TargetText target() {
    return new TargetText("a", "tool", "com.acme.A").with("method", "b");
  }
}
