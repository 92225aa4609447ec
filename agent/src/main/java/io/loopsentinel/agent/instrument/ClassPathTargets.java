package io.loopsentinel.agent.instrument;

import io.loopsentinel.agent.config.TargetSpec;
import io.loopsentinel.agent.text.MissingClass;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Matches targets against the classes of a class path, as is done while classes load. */
public final class ClassPathTargets {

  private final TargetIndex index;
  private final ClassPathLoader classes;
  private final Supertypes supertypes = new Supertypes();
  private @Nullable Mismatch mismatch;

  /** Creates a matching. */
  public ClassPathTargets(List<TargetSpec> targets, ClassPathLoader classes) {
    this.index = new TargetIndex(targets);
    this.classes = classes;
  }

  /** A method that a target takes in. */
  public sealed interface Match {

    /** Returns the target. */
    TargetSpec target();
  }

  /** A method of a class that could be loaded. */
  public record Loaded(TargetSpec target, Method method) implements Match {}

  /**
   * A method that cannot be looked at.
   *
   * @param method its class, name and parameters
   * @param reason why
   * @param missingClass the class for the lack of which; absent: it is something else
   */
  public record Unreadable(
      TargetSpec target, String method, String reason, @Nullable String missingClass)
      implements Match {}

  /** Returns the methods that targets take in, in the order of the class path. */
  public List<Match> match() {
    List<Match> matches = new ArrayList<>();
    for (String name : classes.names()) {
      byte[] file = ClassFiles.bytes(name, classes);
      if (file != null && index.filter().mayMatch(name, file)) {
        ClassOutline type = new ClassOutline(file);
        List<MatchedMethod> methods = index.match(type, () -> supertypes.of(type, classes));
        if (!methods.isEmpty()) {
          matches.addAll(resolve(type, methods));
        }
      }
    }
    return matches;
  }

  /** Returns why a target has taken in nothing, as a clause; to be asked after {@link #match}. */
  public String explain(TargetSpec spec) {
    if (mismatch == null) {
      mismatch = new Mismatch(new ClassPathClasses(classes.names(), classes));
    }
    Target target =
        index.targets().stream().filter(each -> each.spec().equals(spec)).findFirst().orElseThrow();
    return mismatch.explain(target);
  }

  private List<Match> resolve(ClassOutline type, List<MatchedMethod> methods) {
    String name = type.name().replace('/', '.');
    if (!type.isGuardable()) {
      return unreadable(name, methods, "the class was compiled for Java 1.4 or older", null);
    }
    try {
      var declared = DeclaredMethods.of(Class.forName(name, false, classes));
      return methods.stream()
          .<Match>map(
              each ->
                  new Loaded(
                      each.target(),
                      Objects.requireNonNull(
                          declared.get(each.method().name() + each.method().descriptor()))))
          .toList();
    } catch (ClassNotFoundException | LinkageError | RuntimeException unloadable) {
      return unreadable(
          name, methods, unloadable.toString(), MissingClass.in(unloadable).orElse(null));
    }
  }

  private static List<Match> unreadable(
      String type, List<MatchedMethod> methods, String reason, @Nullable String missingClass) {
    return methods.stream()
        .<Match>map(
            each ->
                new Unreadable(
                    each.target(),
                    type
                        + "."
                        + Descriptors.describe(each.method().name(), each.method().descriptor()),
                    reason,
                    missingClass))
        .toList();
  }
}
