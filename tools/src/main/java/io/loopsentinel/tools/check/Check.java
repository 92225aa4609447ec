package io.loopsentinel.tools.check;

import io.loopsentinel.engine.identity.FieldAccess;
import io.loopsentinel.targets.config.ConfigResult;
import io.loopsentinel.targets.config.SentinelConfig;
import io.loopsentinel.targets.config.TargetSpec;
import io.loopsentinel.targets.config.ThreadSessions;
import io.loopsentinel.targets.expression.Linker;
import io.loopsentinel.targets.link.GuardedMethod;
import io.loopsentinel.targets.link.SharedSessions;
import io.loopsentinel.targets.link.TargetLinking;
import io.loopsentinel.targets.link.TargetReport;
import io.loopsentinel.targets.load.Profiles;
import io.loopsentinel.targets.load.SettingsWithoutEffect;
import io.loopsentinel.targets.match.ClassPathLoader;
import io.loopsentinel.targets.match.ClassPathTargets;
import io.loopsentinel.targets.match.ClassPathTargets.Match;
import io.loopsentinel.targets.result.ResultType;
import io.loopsentinel.targets.text.MissingClass;
import io.loopsentinel.targets.yaml.ConfigProblem;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;

/** Checks a configuration against a class path. */
final class Check {

  private final ClassPathLoader classes;
  private final Linker linker = new Linker(FieldAccess.toOpenPackages());

  /** The sessions of the targets that fit a method. */
  private final List<SharedSessions> sessions = new ArrayList<>();

  Check(ClassPathLoader classes) {
    this.classes = classes;
  }

  CheckReport run(Profiles profiles, ConfigResult.Loaded configuration) {
    SentinelConfig config = configuration.config();
    Map<String, List<TargetSpec>> profileTargets = new LinkedHashMap<>();
    profiles.selected(config).forEach(name -> profileTargets.put(name, profiles.read(name)));
    List<TargetSpec> all = new ArrayList<>(config.targets());
    profileTargets.values().forEach(all::addAll);
    ClassPathTargets matching = new ClassPathTargets(all, classes);
    Map<TargetSpec, List<CheckReport.Method>> methods = new LinkedHashMap<>();
    for (Match match : matching.match()) {
      methods
          .computeIfAbsent(match.target(), target -> new ArrayList<>())
          .add(check(match, config));
    }
    Function<TargetSpec, CheckReport.Target> checked =
        target -> {
          List<CheckReport.Method> found = methods.getOrDefault(target, List.of());
          return CheckReport.Target.of(
              target, found, found.isEmpty() ? matching.explain(target) : null);
        };
    return new CheckReport(
        configuration.source(),
        classes.size(),
        Stream.of(
                configuration.warnings().stream().map(ConfigProblem::toString),
                ThreadSessions.warning(guarding(methods)).stream(),
                SharedSessions.warning(config, sessions).stream(),
                SettingsWithoutEffect.inConfiguration(config).stream(),
                SettingsWithoutEffect.onTargets(config, guarding(methods)).stream(),
                SettingsWithoutEffect.unusedProfiles(config, profileTargets, guarding(methods))
                    .stream())
            .flatMap(each -> each)
            .toList(),
        config.sharedStore().orElse(null),
        config.targets().stream().map(checked).toList(),
        profileTargets.entrySet().stream()
            .map(
                profile ->
                    new CheckReport.Profile(
                        profile.getKey(), profile.getValue().stream().map(checked).toList()))
            .toList());
  }

  /** Returns the targets that match a method and fit it. Only the runs of these can cover calls. */
  private static List<TargetSpec> guarding(Map<TargetSpec, List<CheckReport.Method>> methods) {
    return methods.entrySet().stream()
        .filter(each -> each.getValue().stream().anyMatch(method -> method.report() != null))
        .map(Map.Entry::getKey)
        .toList();
  }

  /** Determines the effect of a target on a method, without running code of its class. */
  private CheckReport.Method check(Match match, SentinelConfig config) {
    Method method = match.method();
    TargetSpec target = match.target();
    if (method == null) {
      return new CheckReport.Method(match.name(), match.reason(), match.missingClass(), null);
    }
    try {
      GuardedMethod guarded = new GuardedMethod(method, ResultType.of(method), target);
      TargetReport report = TargetReport.of(new TargetLinking(guarded, linker).link());
      SharedSessions shared = SharedSessions.of(target, method, linker);
      sessions.add(shared);
      if (config.sharedStore().isPresent()) {
        report = report.withEffect("store", shared.text());
      }
      return new CheckReport.Method(report.method(), null, null, report);
    } catch (TargetLinking.UnfitTargetException unfit) {
      return unguarded(method, String.valueOf(unfit.getMessage()), unfit);
    } catch (RuntimeException | LinkageError failure) {
      String title = TargetReport.title(TargetReport.describe(method), target);
      return unguarded(method, title + " cannot be guarded: " + failure, failure);
    }
  }

  private static CheckReport.Method unguarded(Method method, String reason, Throwable cause) {
    String missingClass = MissingClass.in(cause).orElse(null);
    return new CheckReport.Method(TargetReport.describe(method), reason, missingClass, null);
  }
}
