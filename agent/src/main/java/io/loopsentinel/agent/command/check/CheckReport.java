package io.loopsentinel.agent.command.check;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.loopsentinel.agent.config.TargetSpec;
import io.loopsentinel.agent.guard.TargetReport;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What a check found; written as JSON as it is, see {@code docs/check.md}.
 *
 * @param configuration where the configuration came from
 * @param classes how many classes were looked at
 * @param guarded how many methods would be guarded
 * @param problems how many targets something has to be done about
 * @param warnings what contradicts itself in the configuration
 * @param targets the configuration's own targets
 * @param profiles the profiles that it uses
 */
record CheckReport(
    String format,
    int version,
    String configuration,
    int classes,
    long guarded,
    long problems,
    List<String> warnings,
    List<Target> targets,
    List<Profile> profiles) {

  private static final String GUARDED = "guarded";
  private static final String UNGUARDED = "unguarded";
  private static final String FORMAT = "loop-sentinel-check";

  /** Raised when a member changes its meaning or goes away; new members do not raise it. */
  private static final int VERSION = 1;

  static CheckReport of(
      String configuration,
      int classes,
      List<String> warnings,
      List<Target> targets,
      List<Profile> profiles) {
    List<Target> all =
        Stream.concat(
                targets.stream(), profiles.stream().flatMap(profile -> profile.targets().stream()))
            .toList();
    return new CheckReport(
        FORMAT,
        VERSION,
        configuration,
        classes,
        all.stream().flatMap(each -> each.methods().stream()).filter(Method::isGuarded).count(),
        all.stream().filter(Target::problem).count(),
        warnings,
        targets,
        profiles);
  }

  /** A profile, with all of its targets. */
  record Profile(String name, List<Target> targets) {

    @JsonProperty
    long matched() {
      return targets.stream().filter(target -> !target.methods().isEmpty()).count();
    }
  }

  /**
   * A target, and the methods that it matches.
   *
   * @param problem whether something has to be done about it
   * @param mismatch why it matches nothing; absent where it matches something
   */
  record Target(
      String name,
      String kind,
      String place,
      boolean problem,
      @Nullable String mismatch,
      List<Method> methods) {

    static Target of(TargetSpec spec, List<Method> methods, @Nullable String mismatch) {
      return new Target(
          spec.name(),
          spec.kind().name().toLowerCase(Locale.ROOT),
          spec.origin().toString(),
          isProblem(spec, methods),
          mismatch,
          methods);
    }

    /**
     * Classes that a framework can do without are missing on many class paths, so what a profile
     * names may lack some; a target of the user's may not.
     */
    private static boolean isProblem(TargetSpec spec, List<Method> methods) {
      return spec.fromProfile()
          ? methods.stream().anyMatch(method -> method.status().equals(UNGUARDED))
          : methods.isEmpty() || !methods.stream().allMatch(Method::isGuarded);
    }

    /** Returns what it is called: its kind and name, and where it stands. */
    String title() {
      return "%s target %s (%s)".formatted(kind, name, place);
    }
  }

  /**
   * A method that a target matches.
   *
   * @param method its class, name and parameters
   * @param status {@code guarded}; {@code unguarded}, as the target does not fit it; or {@code
   *     unchecked}, as a class is missing on the class path
   * @param reason why it is not guarded
   * @param lines what is told of one that is guarded
   */
  record Method(
      String method,
      String status,
      @Nullable String reason,
      @Nullable String missingClass,
      @Nullable List<TargetReport.Reading> expressions,
      @Nullable List<TargetReport.Effect> effects,
      @Nullable List<String> warnings,
      @JsonIgnore List<String> lines) {

    static Method guarded(TargetReport report) {
      return new Method(
          report.method(),
          GUARDED,
          null,
          null,
          report.readings(),
          report.effects(),
          report.warnings(),
          report.lines());
    }

    static Method unguarded(String method, String reason, @Nullable String missingClass) {
      return new Method(
          method,
          missingClass == null ? UNGUARDED : "unchecked",
          missingClass == null
              ? reason
              : "cannot be checked: class "
                  + missingClass
                  + " is missing on the class path; add what has it",
          missingClass,
          null,
          null,
          null,
          List.of());
    }

    @JsonIgnore
    boolean isGuarded() {
      return status.equals(GUARDED);
    }
  }
}
