package io.loopsentinel.engine.call;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Acts and questions, by the names of tools. */
class CallFormTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "send_sms",
        "sendMessage",
        "mcp__slack__send_message",
        "TransferMoney",
        "place-order"
      })
  void anActIsNamedForWhatItDoes(String tool) {
    assertThat(CallForm.acts(tool)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "get_transfer_status",
        "order_status",
        "payment",
        "placeholder",
        "send_keys",
        "sendRequest",
        "browser_create_snapshot",
        "run_job",
      })
  void aQuestionOrARequestIsNot(String tool) {
    assertThat(CallForm.acts(tool)).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "sleep 10",
        "sleep 2m",
        "sleep 1h",
        "cd /srv && sleep 1d; make",
        "python -c 'time.sleep(60)'"
      })
  void aCommandThatSleepsForLongWaits(String command) {
    assertThat(CallForm.of("bash", command).waits()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"sleep 1", "sleep 5s", "sleep 0h", "sleep", "time.sleep(0.5)"})
  void aShortSleepIsAPause(String command) {
    assertThat(CallForm.of("bash", command).waits()).isFalse();
  }
}
