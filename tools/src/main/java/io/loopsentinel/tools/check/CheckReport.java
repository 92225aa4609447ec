package io.loopsentinel.tools.check;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import io.loopsentinel.agent.config.TargetSpec;
import io.loopsentinel.agent.guard.TargetReport;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What a check found; written as JSON as it is, see {@code docs/check.md}.
 *
 * @param targets the configuration's own targets
 * @param profiles the profiles that it uses
 */
@JsonPropertyOrder({"format", "version", "configuration", "classes", "guarded", "problems"})
record CheckReport(
    String configuration,
    int classes,
    List<String> warnings,
    List<Target> targets,
    List<Profile> profiles) {

  private static final String UNGUARDED = "unguarded";

  @JsonProperty
  String format() {
    return "loop-sentinel-check";
  }

  /** Raised when a member changes its meaning or goes away; new members do not raise it. */
  @JsonProperty
  int version() {
    return 1;
  }

  @JsonProperty
  long guarded() {
    return all()
        .flatMap(target -> target.methods().stream())
        .filter(method -> method.report() != null)
        .count();
  }

  /** Returns how many targets something has to be done about. */
  @JsonProperty
  long problems() {
    return all().filter(Target::problem).count();
  }

  Stream<Target> all() {
    return Stream.concat(
        targets.stream(), profiles.stream().flatMap(profile -> profile.targets().stream()));
  }

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
  @JsonInclude(JsonInclude.Include.NON_NULL)
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
          ? methods.stream().anyMatch(Method::unfit)
          : methods.isEmpty() || methods.stream().anyMatch(method -> method.report() == null);
    }
  }

  /**
   * A method that a target matches.
   *
   * @param method its class, name and parameters
   * @param reason why it is not guarded
   * @param missingClass the class for the lack of which that cannot be told
   * @param report what is told of one that is guarded
   * @param declared absent: its class cannot be loaded
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  @JsonPropertyOrder({
    "method",
    "status",
    "reason",
    "missing_class",
    "expressions",
    "effects",
    "warnings"
  })
  record Method(
      String method,
      @Nullable String reason,
      @Nullable String missingClass,
      @JsonIgnore @Nullable TargetReport report,
      @JsonIgnore java.lang.reflect.@Nullable Method declared) {

    /**
     * Returns its class, name and parameters, without the number that a lambda has in its class.
     */
    String signature() {
      return method.replaceFirst(": .*", "").replaceFirst("(lambda\\$\\w+)\\$\\d+", "$1");
    }

    /** Whether it is guarded by nothing because expressions do not fit. */
    boolean unfit() {
      return status().equals(UNGUARDED);
    }

    @JsonProperty
    String status() {
      return report != null ? "guarded" : missingClass == null ? UNGUARDED : "unchecked";
    }

    @Override
    public @Nullable String reason() {
      return missingClass == null
          ? reason
          : "cannot be checked: class %s is missing on the class path; add what has it"
              .formatted(missingClass);
    }

    @JsonProperty
    @Nullable List<TargetReport.Reading> expressions() {
      return report == null ? null : report.readings();
    }

    @JsonProperty
    @Nullable List<TargetReport.Effect> effects() {
      return report == null ? null : report.effects();
    }

    @JsonProperty
    @Nullable List<String> warnings() {
      return report == null ? null : report.warnings();
    }
  }
}
