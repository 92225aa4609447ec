package io.loopsentinel.engine.detect;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.engine.call.CallForm;
import io.loopsentinel.engine.call.Responses;
import io.loopsentinel.engine.call.ToolRules;
import io.loopsentinel.engine.identity.Fingerprint;
import io.loopsentinel.engine.settings.ToolPolicy;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CallHistoryTest {

  /** Windows on both sides of the size from which the history keeps an index. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 10, 63, 64, 65, 66, 100, 1000})
  void equalsASlowAndPlainModelOfItself(int windowSize) {
    Random random = new Random(windowSize);
    CallHistory history = new CallHistory(windowSize, windowSize);
    List<Call> model = new ArrayList<>();
    CallHistory copy = new CallHistory(history);
    List<Call> modelThen = List.of();

    for (int step = 0; step < windowSize * 3 + 500; step++) {
      if (random.nextInt(20) == 0) {
        history = new CallHistory(copy);
        model = new ArrayList<>(modelThen);
      }
      if (random.nextInt(20) == 0) {
        copy = new CallHistory(history);
        modelThen = List.copyOf(model);
      }
      Call call = call(random.nextInt(1 + windowSize / 3));
      history.add(call);
      model.add(call);

      Fingerprint asked = fingerprint(random.nextInt(1 + windowSize / 3));
      List<Call> window = model.subList(Math.max(0, model.size() - windowSize), model.size());
      assertThat(history.equalCalls(asked, windowSize))
          .containsExactlyElementsOf(equalCalls(window, asked));
      assertThat(history.count(asked)).isEqualTo(equalCalls(window, asked).size());
      assertThat(history.streak(asked)).isEqualTo(row(model, asked));
    }
  }

  @Test
  void looksBackBeyondItsWindowWhereItRemembersMore() {
    CallHistory history = new CallHistory(2, 5);
    for (int i = 0; i < 12; i++) {
      history.add(call(i));
    }

    assertThat(history.size()).isEqualTo(5);
    assertThat(history.latest(5).get(4).fingerprint()).isEqualTo(fingerprint(7));
    assertThat(history.equalCalls(fingerprint(9), 2)).isEmpty();
    assertThat(history.equalCalls(fingerprint(10), 2)).hasSize(1);
  }

  private static List<Call> equalCalls(List<Call> window, Fingerprint asked) {
    List<Call> equal =
        new ArrayList<>(window.stream().filter(call -> call.fingerprint().equals(asked)).toList());
    Collections.reverse(equal);
    return equal;
  }

  private static int row(List<Call> window, Fingerprint asked) {
    int row = 0;
    while (row < window.size() && window.get(window.size() - 1 - row).fingerprint().equals(asked)) {
      row++;
    }
    return row;
  }

  private static Call call(int number) {
    ToolRules.Rule rule = new ToolRules.Rule(ToolPolicy.DEFAULT, "default", false);
    return new Call("search", rule, fingerprint(number), CallForm.UNKNOWN, 0, Responses.UNKNOWN);
  }

  private static Fingerprint fingerprint(int number) {
    Random random = new Random(number);
    return new Fingerprint(
        random.nextLong(), random.nextLong(), random.nextLong(), random.nextLong());
  }
}
