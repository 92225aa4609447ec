package io.loopsentinel.agent.guard;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.agent.guard.Conversation.Response;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Redacted values are not quoted to the model either. */
class RedactedHintsTest {

  /** An object of the application. */
  record Login(String user, String token) {}

  private static final String REDACTING = "  telemetry: {redact: [password, '**.token']}\n";

  @Test
  void omitRedactedValues() throws Exception {
    Map<String, Object> arguments =
        Map.of("q", "loops", "password", "secret", "login", Map.of("token", "secret", "user", "a"));

    assertThat(hint(REDACTING, arguments))
        .contains("{\"login\":{\"user\":\"a\"},\"q\":\"loops\"}")
        .doesNotContain("secret");
  }

  @Test
  void omitRedactedValuesInMapKeys() throws Exception {
    Map<String, String> login = Map.of("user", "ada", "token", "secret");

    assertThat(hint(REDACTING, Map.of("of", Map.of(login, 1))))
        .contains("ada")
        .doesNotContain("secret");
  }

  @Test
  void quoteNothingOfATextInWhichNoPathCanBeRedacted() throws Exception {
    assertThat(hint(REDACTING, "password=secret")).contains("…").doesNotContain("secret");
  }

  @Test
  void quoteAllArgumentsIfNothingIsRedacted() throws Exception {
    assertThat(hint("", Map.of("password", "known"))).contains("{\"password\":\"known\"}");
  }

  /** Without {@code args} the arguments are whatever the method is called with. */
  @Test
  void quoteNothingThatTheModelDidNotWrite() throws Exception {
    String withoutArgs =
        AnyTool.TARGETS.replace(", args: arg1", "").replace("tool: arg0,", "tool: arg0");

    String hint = hint("", withoutArgs, new Login("ada", "secret"));

    assertThat(hint)
        .startsWith("loop-detected: search has already run 3 times with the same arguments")
        .doesNotContain("ada", "secret");
  }

  @Test
  void omitRedactedValuesOfUndispatchedCalls() throws Exception {
    Conversation conversation =
        new Conversation(
            REDACTING,
            "{name: turn, kind: turn, type: TYPE, method: ask, session: '\"s\"',"
                + " tool: \"return.calls[*].tool\", args: \"return.calls[*].arguments\","
                + " inject: {arg0: \"new "
                + Conversation.Request.class.getName()
                + "(append(arg0.messages, message))\"}}");
    Response asking = Response.calling("serach", "{\"q\": \"loops\", \"password\": \"secret\"}");
    for (int i = 0; i < 4; i++) {
      conversation.ask(asking);
    }

    List<String> messages = conversation.ask(asking);

    assertThat(messages).hasSize(2);
    assertThat(messages.get(1)).contains("{\"q\":\"loops\"}").doesNotContain("secret");
  }

  private static String hint(String settings, Object arguments) throws Exception {
    return hint(settings, AnyTool.TARGETS, arguments);
  }

  private static String hint(String settings, String targets, Object arguments) throws Exception {
    return AnyTool.lastOf(4, "sentinel:\n" + settings + targets, () -> "ran", "search", arguments);
  }
}
