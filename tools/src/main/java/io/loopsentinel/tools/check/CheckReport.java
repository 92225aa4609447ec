package io.loopsentinel.tools.check;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import io.loopsentinel.targets.config.TargetSpec;
import io.loopsentinel.targets.link.TargetReport;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The result of a check, which is also its JSON format; see {@code docs/check.md}.
 *
 * @param store the name of the store that JVMs share; {@code null} if there is none
 * @param targets the configuration's own targets
 */
@JsonPropertyOrder({"format", "version", "configuration", "classes", "guarded", "problems"})
record CheckReport(
    String configuration,
    int classes,
    List<String> warnings,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String store,
    List<Target> targets,
    List<Profile> profiles) {

  private static final String UNGUARDED = "unguarded";

  @JsonProperty
  String format() {
    return "loop-sentinel-check";
  }

  /** Incremented when a member changes its meaning or is removed, but not for new members. */
  @JsonProperty
  int version() {
    return 1;
  }

  @JsonProperty
  long guarded() {
    return all().mapToLong(Target::guarded).sum();
  }

  /** Returns the number of targets that need attention. */
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
   * A target and the methods that it matches.
   *
   * @param mismatch why it matches no method; {@code null} if it matches one
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record Target(
      String name,
      String kind,
      String place,
      boolean problem,
      @Nullable String mismatch,
      List<Method> methods) {

    long guarded() {
      return methods.stream().filter(method -> method.report() != null).count();
    }

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
     * Returns whether a target needs attention. A target of a profile may lack classes, because
     * optional classes of a framework are missing on many class paths; a target of the user may
     * not.
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
   * @param missingClass the missing class that prevents the check
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
      @JsonIgnore @Nullable TargetReport report) {

    /** Returns the class, name and parameters, without the number of a lambda in its class. */
    String signature() {
      return method.replaceFirst(": .*", "").replaceFirst("(lambda\\$\\w+)\\$\\d+", "$1");
    }

    /** Returns whether it is unguarded because expressions do not fit. */
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
          : "cannot be checked: class %s is missing on the class path; add its jar"
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
