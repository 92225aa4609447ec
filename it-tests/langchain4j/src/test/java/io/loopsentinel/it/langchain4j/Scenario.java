package io.loopsentinel.it.langchain4j;

import java.util.Arrays;
import java.util.List;

/**
 * What {@link ScenarioProgram} can be told to do.
 *
 * @param behaviour how the model behaves
 * @param dispatch how the tool is executed
 */
record Scenario(ModelBehaviour behaviour, Dispatch dispatch) {

  /** Returns one behaviour for each of some ways of dispatch. */
  static List<Scenario> each(ModelBehaviour behaviour, Dispatch... dispatches) {
    return Arrays.stream(dispatches).map(dispatch -> new Scenario(behaviour, dispatch)).toList();
  }

  static Scenario parse(String argument) {
    String[] parts = argument.split("/", 2);
    return new Scenario(ModelBehaviour.valueOf(parts[0]), Dispatch.valueOf(parts[1]));
  }

  String argument() {
    return behaviour + "/" + dispatch;
  }
}
