package io.loopsentinel.agent.instrument;

import io.loopsentinel.targets.config.TargetSpec;
import io.loopsentinel.targets.link.TargetReport;
import io.loopsentinel.targets.load.Profiles;
import java.net.URL;
import java.security.CodeSource;
import java.security.ProtectionDomain;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The guarded methods of each framework, in words for people. Thread-safe. */
final class GuardedFrameworks {

  /** The version in the name of a jar, which may be in another jar. */
  private static final Pattern VERSION = Pattern.compile("-(\\d[^/!]*)\\.jar(?:!/?)?$");

  /** The methods by the name of their target. */
  private final Map<String, Set<String>> methods = new HashMap<>();

  private final Map<String, String> versions = new HashMap<>();
  private final Map<String, String> logged = new HashMap<>();
  private final Set<String> called = new HashSet<>();

  /** Adds a guarded method of a class; the name of the class's jar has the version. */
  synchronized void add(
      TargetSpec target, String type, String method, @Nullable ProtectionDomain domain) {
    methods.computeIfAbsent(target.name(), name -> new HashSet<>()).add(method);
    // Other classes that a target matches may be in jars of the application.
    CodeSource source = domain == null ? null : domain.getCodeSource();
    URL location = source == null ? null : source.getLocation();
    if (location != null && type.equals(target.type()) && !target.profile().isEmpty()) {
      // Not the text of the URL, which a handler of the application may build.
      Matcher jar = VERSION.matcher(location.getPath());
      if (jar.find()) {
        versions.putIfAbsent(target.profile(), " " + jar.group(1));
      }
    }
  }

  /** Returns whether a call of a target is the first of its profile and kind. */
  synchronized boolean isFirstCall(TargetSpec target) {
    return called.add(target.kind() + target.profile());
  }

  /** Logs the lines whose kinds have changed since they were logged. */
  synchronized void log(List<TargetSpec> matched, Consumer<String> log) {
    lines(matched)
        .forEach(
            (profile, line) -> {
              String kinds = line.substring(0, line.lastIndexOf('('));
              if (!kinds.equals(logged.put(profile, kinds))) {
                log.accept("guards " + line);
              }
            });
  }

  /**
   * Returns a line for each framework by its profile, such as {@code LangChain4j 1.19.0: tools,
   * runs (7 methods)}.
   */
  synchronized Map<String, String> lines(List<TargetSpec> matched) {
    Map<String, List<TargetSpec>> byProfile =
        matched.stream()
            .collect(
                Collectors.groupingBy(
                    TargetSpec::profile, LinkedHashMap::new, Collectors.toList()));
    Map<String, String> lines = new LinkedHashMap<>();
    byProfile.forEach(
        (profile, targets) -> line(profile, targets).ifPresent(line -> lines.put(profile, line)));
    return lines;
  }

  private Optional<String> line(String profile, List<TargetSpec> targets) {
    String title = Profiles.shipped().title(profile);
    return TargetReport.summary(
        title + versions.getOrDefault(profile, ""),
        targets,
        targets.stream()
            .map(TargetSpec::name)
            .distinct()
            .mapToLong(name -> methods.getOrDefault(name, Set.of()).size())
            .sum());
  }
}
