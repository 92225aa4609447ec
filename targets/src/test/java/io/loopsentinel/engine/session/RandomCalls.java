package io.loopsentinel.engine.session;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Draws calls as a model in trouble makes them: blocks of a few calls, again and again. */
final class RandomCalls {

  private static final List<String> TOOLS = List.of("a", "b", "c", "d");

  private final Random random;
  private List<Next> block = List.of();
  private int at;
  private int left;

  record Next(String tool, int argument, String result) {}

  RandomCalls(Random random) {
    this.random = random;
  }

  Next next() {
    if (left == 0) {
      newBlock();
    }
    left--;
    Next next = block.get(at % block.size());
    at++;
    // Now and then something else comes in between, or the result is another one.
    return switch (random.nextInt(14)) {
      case 0 -> any();
      case 1 -> new Next(next.tool(), next.argument(), anyResult());
      default -> next;
    };
  }

  private void newBlock() {
    List<Next> calls = new ArrayList<>();
    for (int i = random.nextInt(5); i >= 0; i--) {
      calls.add(any());
    }
    block = calls;
    at = 0;
    left = calls.size() * (1 + random.nextInt(6));
  }

  private Next any() {
    return new Next(TOOLS.get(random.nextInt(TOOLS.size())), random.nextInt(2), anyResult());
  }

  private String anyResult() {
    return RandomSettings.RESULTS.get(random.nextInt(RandomSettings.RESULTS.size()));
  }
}
