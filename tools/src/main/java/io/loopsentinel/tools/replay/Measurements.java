package io.loopsentinel.tools.replay;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The measurements of one replay, one for each configuration.
 *
 * @param main under the requested configuration
 * @param other under the configuration to compare with
 * @param sweep under each value of a setting
 */
record Measurements(
    @JsonProperty("figures") Measurement main,
    @JsonProperty("comparison") @JsonInclude(Include.NON_NULL) @Nullable Measurement other,
    @JsonInclude(Include.NON_NULL) @Nullable Sweep sweep) {

  record Sweep(String setting, List<Measurement> points) {}

  List<Measurement> all() {
    List<Measurement> all = new ArrayList<>(List.of(main));
    if (other != null) {
      all.add(other);
    }
    if (sweep != null) {
      all.addAll(sweep.points());
    }
    return all;
  }
}
