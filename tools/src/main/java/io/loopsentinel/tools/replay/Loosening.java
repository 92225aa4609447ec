package io.loopsentinel.tools.replay;

import com.fasterxml.jackson.annotation.JsonValue;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.loopsentinel.engine.detect.Detectors;
import io.loopsentinel.engine.detect.RepeatDetector;
import io.loopsentinel.engine.settings.EngineSettings;
import io.loopsentinel.engine.settings.ToolPolicy;
import io.loopsentinel.tools.support.ReportJson;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The number of steps by which each detector is more patient than in the played configuration. A
 * step adds a third of each of the detector's thresholds, rounded up; the last one switches it off.
 *
 * @param steps by detector, 1 to {@link #OFF}; detectors that are as played are absent
 */
record Loosening(@JsonValue Map<String, Integer> steps) {

  static final int OFF = 10;
  static final Loosening NONE = new Loosening(Map.of());

  /** All detectors but the caps, which have no settings as detectors and do not detect loops. */
  static final List<String> DETECTORS = Firing.DETECTORS.subList(0, Detectors.defaults().size());

  /** The keys of thresholds, with the largest value that every detector accepts. */
  private static final Map<String, Integer> MAX_THRESHOLDS =
      Map.of(
          "threshold", 1_000,
          "threshold_varied", 1_000,
          "threshold_with_progress", 1_000,
          "repetitions", 1_000,
          "warn_after", 1_000,
          "terminate_after", 1_000,
          "patience", 64);

  /** Writes extension code, which settings may contain, as an empty object. */
  private static final ObjectMapper SETTINGS =
      ReportJson.MAPPER.copy().disable(SerializationFeature.FAIL_ON_EMPTY_BEANS);

  int stepsOf(String detector) {
    return steps.getOrDefault(detector, 0);
  }

  /** Returns a copy with the given detectors one step looser, unless they are off. */
  Loosening looser(Collection<String> detectors) {
    Map<String, Integer> looser = new TreeMap<>(steps);
    detectors.forEach(each -> looser.put(each, Math.min(OFF, stepsOf(each) + 1)));
    return new Loosening(looser);
  }

  /** Returns the settings that differ from the played ones, by path. */
  Map<String, Object> settings(EngineSettings played) {
    Map<String, Object> settings = new LinkedHashMap<>();
    for (int i = 0; i < DETECTORS.size(); i++) {
      String detector = DETECTORS.get(i);
      String section = "detectors." + detector + ".";
      if (stepsOf(detector) == OFF) {
        settings.put(section + "enabled", false);
      } else if (detector.equals(RepeatDetector.NAME)) {
        ToolPolicy policy = played.defaults();
        int equal = loosen(settings, detector, "default.threshold", policy.limits().threshold());
        int changing =
            loosen(
                settings,
                detector,
                "default.threshold_with_progress",
                policy.limits().thresholdWithProgress());
        // A threshold above the window size can never be reached.
        if (stepsOf(detector) > 0 && Math.max(equal, changing) > policy.limits().windowSize()) {
          settings.put("default.window_size", Math.max(equal, changing));
        }
      } else {
        ObjectNode own = SETTINGS.valueToTree(played.detector(Detectors.defaults().get(i)));
        own.retain(MAX_THRESHOLDS.keySet());
        own.properties()
            .forEach(
                each ->
                    loosen(settings, detector, section + each.getKey(), each.getValue().asInt()));
      }
    }
    return settings;
  }

  /** Returns the looser threshold and adds it to the settings if it differs. 0 (never) stays. */
  private int loosen(Map<String, Object> settings, String detector, String path, int threshold) {
    int added = stepsOf(detector) * ((threshold + 2) / 3);
    int max = MAX_THRESHOLDS.getOrDefault(path.substring(path.lastIndexOf('.') + 1), 1_000);
    int looser = Math.max(threshold, Math.min(max, threshold + added));
    if (looser != threshold) {
      settings.put(path, looser);
    }
    return looser;
  }
}
