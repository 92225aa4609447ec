package io.loopsentinel.tools.discover;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

/** The lines of a target. */
class TargetTextTest {

  interface Desk {
    String dispatch(String tool, Map<String, Object> arguments);

    String dispatch(String tool, String[] arguments);
  }

  @Test
  void selectsOverloadsByTheirParameters() throws Exception {
    MethodId method =
        MethodId.of(Desk.class.getDeclaredMethod("dispatch", String.class, String[].class));

    assertThat(new TargetText("dispatch-1", "tool", method).with("tool", "arg0").lines())
        .containsExactly(
            "    - name: dispatch-1",
            "      kind: tool",
            "      type: " + Desk.class.getName(),
            "      method: dispatch",
            "      parameters: [\"java.lang.String\", \"java.lang.String[]\"]",
            "      tool: arg0");
  }

  @Test
  void quotesExpressionsThatYamlWouldReadOtherwise() {
    assertThat(
            new TargetText("a", "tool", "com.acme.A", "b")
                .with("result", "{\"it's\": message}")
                .with("output", null)
                .lines())
        .endsWith("      result: '{\"it''s\": message}'");
  }

  @Test
  void commentsPrecedeTheTarget() {
    assertThat(
            new TargetText("a", "tool", "com.acme.A", "b").comment("seen 12 times: search").lines())
        .startsWith("    # seen 12 times: search", "    - name: a");
  }

  @Test
  void aDisabledTargetIsAComment() {
    assertThat(new TargetText("a", "tool", "com.acme.A", "b").disabled().lines())
        .containsExactly(
            "    # - name: a",
            "    #   kind: tool",
            "    #   type: com.acme.A",
            "    #   method: b");
  }
}
