package io.loopsentinel.tools.replay;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.loopsentinel.engine.settings.EngineSettings;
import io.loopsentinel.targets.text.Numbers;
import io.loopsentinel.tools.support.ReportJson;
import java.math.BigDecimal;
import java.util.Map;
import java.util.stream.Collectors;
import org.snakeyaml.engine.v2.api.Dump;
import org.snakeyaml.engine.v2.api.DumpSettings;
import org.snakeyaml.engine.v2.common.FlowStyle;

/** Formats a calibration as YAML that can be used as it is. */
final class CalibrationText {

  private static final Dump BLOCKS =
      new Dump(DumpSettings.builder().setDefaultFlowStyle(FlowStyle.BLOCK).build());

  private CalibrationText() {}

  /** Returns the settings that differ from the played configuration; empty if none do. */
  static String yaml(Loosening loosening, EngineSettings played) {
    ObjectNode root = ReportJson.MAPPER.createObjectNode();
    loosening
        .settings(played)
        .forEach(
            (path, value) -> {
              int last = path.lastIndexOf('.');
              root.withObject("/sentinel/" + path.substring(0, last).replace('.', '/'))
                  .putPOJO(path.substring(last + 1), value);
            });
    return root.isEmpty()
        ? ""
        : BLOCKS.dumpToString(ReportJson.MAPPER.convertValue(root, Map.class));
  }

  /** Returns the YAML, preceded by comments that explain the bound. */
  static String of(Calibration calibration) {
    String loosened =
        calibration.loosenedBySteps().steps().entrySet().stream()
            .map(each -> each.getKey() + " by " + Numbers.of(each.getValue(), "step"))
            .collect(Collectors.joining(", "));
    return """
    # With a confidence of %s at most %s of solved runs are stopped, that is, a call does not run
    # or the session is ended. This holds only for runs like these: the same kinds of agents,
    # models, tools and tasks.
    # The bound rests on %d solved runs; %d others determined what to loosen first.
    # Stopped of the %d: %d as played, %d with the proposed settings.
    # Loosened: %s.
    %s\
    """
        .formatted(
            percent(calibration.confidence()),
            percent(calibration.share()),
            calibration.runsCalibrating(),
            calibration.runsOrdering(),
            calibration.runsCalibrating(),
            calibration.stoppedBefore(),
            calibration.stopped(),
            loosened.isEmpty() ? "nothing, the bound holds as played" : loosened,
            calibration.yaml());
  }

  private static String percent(double share) {
    return BigDecimal.valueOf(share).movePointRight(2).stripTrailingZeros().toPlainString() + " %";
  }
}
