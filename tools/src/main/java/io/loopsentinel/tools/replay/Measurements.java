package io.loopsentinel.tools.replay;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The measurements of one replay, one for each configuration.
 *
 * @param main under the requested configuration
 * @param other under the configuration to compare with
 */
record Measurements(
    @JsonProperty("figures") Measurement main,
    @JsonProperty("comparison") @JsonInclude(Include.NON_NULL) @Nullable Measurement other) {

  List<Measurement> all() {
    return other == null ? List.of(main) : List.of(main, other);
  }
}
