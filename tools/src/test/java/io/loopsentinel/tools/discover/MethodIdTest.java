package io.loopsentinel.tools.discover;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

/** The target of a method. */
class MethodIdTest {

  interface Desk {
    String dispatch(String tool, Map<String, Object> arguments);

    String dispatch(String tool, String[] arguments);
  }

  @Test
  void itsTargetSelectsItAmongOverloads() throws Exception {
    MethodId method =
        MethodId.of(Desk.class.getDeclaredMethod("dispatch", String.class, String[].class));

    assertThat(method.target("dispatch-1", "tool").lines())
        .containsExactly(
            "    - name: dispatch-1",
            "      kind: tool",
            "      type: " + Desk.class.getName(),
            "      method: dispatch",
            "      parameters: [java.lang.String, 'java.lang.String[]']");
  }
}
