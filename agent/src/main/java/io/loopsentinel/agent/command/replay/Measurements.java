package io.loopsentinel.agent.command.replay;

import java.util.List;
import java.util.stream.Stream;
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
    Measurement main,
    @Nullable Measurement other,
    @Nullable Sweep sweep,
    List<Measurement> curves) {

  /** The values of one setting: a measurement for each, named by it. */
  record Sweep(String setting, List<Measurement> points) {}

  /** Returns all of them. */
  List<Measurement> all() {
    return Stream.of(Stream.of(main), Stream.ofNullable(other), trials().stream())
        .flatMap(each -> each)
        .toList();
  }

  /** Returns those of which only the sums are asked for. */
  List<Measurement> trials() {
    return Stream.concat(curves.stream(), sweep == null ? Stream.of() : sweep.points().stream())
        .toList();
  }
}
