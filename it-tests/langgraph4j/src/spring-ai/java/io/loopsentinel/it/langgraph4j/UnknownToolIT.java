package io.loopsentinel.it.langgraph4j;

import static io.loopsentinel.it.langgraph4j.LangGraphScenarios.SCENARIOS;
import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.OnEachJdk;
import io.loopsentinel.it.scenario.Outcome;

/** A tool that does not exist. */
class UnknownToolIT {

  @OnEachJdk
  void endsTheRunItself(Jdk jdk) {
    for (Outcome outcome : SCENARIOS.guarded(jdk, ModelBehaviour.GUESSING)) {
      assertThat(outcome.log().requests()).as("%s", outcome.dispatch()).isEqualTo(1);
      assertThat(outcome.failures()).as("%s", outcome.dispatch()).hasSize(1);
      assertThat(outcome.failures().get(0).loops()).as("%s", outcome.dispatch()).isEmpty();
    }
  }
}
