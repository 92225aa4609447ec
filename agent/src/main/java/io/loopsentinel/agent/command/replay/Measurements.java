package io.loopsentinel.agent.command.replay;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One measurement for each configuration that is asked for.
 *
 * @param main under the configuration asked for
 * @param other under the one it is compared with
 * @param sweep under the values of a setting
 * @param curves under all thresholds at once at 2, 3, ...; for the plot
 */
record Measurements(
    @JsonProperty("figures") Measurement main,
    @JsonProperty("comparison") @JsonInclude(Include.NON_NULL) @Nullable Measurement other,
    @JsonInclude(Include.NON_NULL) @Nullable Sweep sweep,
    @JsonIgnore List<Measurement> curves) {

  record Sweep(String setting, List<Measurement> points) {}

  List<Measurement> all() {
    List<Measurement> all = new ArrayList<>(curves);
    all.add(main);
    if (other != null) {
      all.add(other);
    }
    if (sweep != null) {
      all.addAll(sweep.points());
    }
    return all;
  }
}
