package io.loopsentinel.agent.guard;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The rung reuse of a ladder. */
class ReuseRungTest {

  interface Dispatcher {
    String dispatch(String tool, Map<String, Object> arguments);
  }

  private final List<String> ran = new ArrayList<>();

  private List<String> results(String ladder, String reuse, int count) throws Exception {
    GuardedCalls calls =
        GuardedCalls.of(
            Dispatcher.class,
            """
            sentinel:
              default: {threshold: 2}
              detectors: {repeat: {escalation: %s}}
              overrides: {get_*: {reason: reads, %s}}
              targets:
                - {name: t, kind: tool, type: TYPE, method: dispatch, tool: arg0, args: arg1, session: '"s"'}
            """
                .formatted(ladder, reuse));
    Guard guard = calls.guard("dispatch");
    List<String> results = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      Object result = guard.call(this::run, "get_order", Map.of("id", 7));
      results.add(
          String.valueOf(result)
              .replaceAll("(?s)loop-detected: get_order (\\w+ \\w+).*?(\n\n|$)", "<$1>"));
    }
    return results;
  }

  private String run() {
    ran.add("run");
    return "paid";
  }

  @Test
  void givesTheEarlierResultInsteadOfAHint() throws Exception {
    List<String> results = results("[reuse, hint]", "reuse: {only_on_rung: true}", 4);

    assertThat(results).containsExactly("paid", "paid", "<was called>paid", "<has already>");
    assertThat(ran).hasSize(2);
  }

  @Test
  void isLeftOutForAToolThatIsNotDeclaredToRead() throws Exception {
    assertThat(results("[reuse, hint]", "threshold: 2", 3))
        .containsExactly("paid", "paid", "<has already>");
  }

  @Test
  void warnsIfNoOtherRungIsLeft() throws Exception {
    assertThat(results("[reuse]", "threshold: 2", 3).get(2)).startsWith("paid\n\n");
    assertThat(ran).hasSize(3);
  }

  @Test
  void fallsToTheNextRungIfNoResultIsKept() throws Exception {
    List<String> results = results("[reuse, hint]", "reuse: {only_on_rung: true, per: user}", 3);

    assertThat(results).containsExactly("paid", "paid", "<has already>");
  }

  @Test
  void runsTheCallIfNoResultIsKeptAndTheNextRungIsReuse() throws Exception {
    List<String> results = results("[reuse, reuse]", "reuse: {only_on_rung: true, per: user}", 3);

    assertThat(results.get(2)).startsWith("paid\n\n");
    assertThat(ran).hasSize(3);
  }
}
