package io.loopsentinel.agent.instrument;

import io.loopsentinel.agent.config.TargetSpec;
import io.loopsentinel.agent.text.MissingClass;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import net.bytebuddy.description.type.TypeDescription;
import net.bytebuddy.dynamic.ClassFileLocator;
import org.jspecify.annotations.Nullable;

/** Matches targets against the classes of a class path, as is done while classes load. */
public final class ClassPathTargets {

  private final TargetIndex index;
  private final ClassPathLoader classes;
  private final Mismatch mismatch;

  /** Creates a matching. */
  public ClassPathTargets(List<TargetSpec> targets, ClassPathLoader classes) {
    this.index = new TargetIndex(targets);
    this.classes = classes;
    this.mismatch = Mismatch.ofClassPath(classes);
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
    TargetFilter filter = index.filter();
    ClassFileLocator locator = new ClassFileLocator.Simple(classes.files());
    List<Match> matches = new ArrayList<>();
    classes
        .files()
        .forEach(
            (type, file) -> {
              if (filter.mayMatch(type.replace('.', '/'), file)) {
                TypeDescription described = ClassFiles.describe(type, file, locator);
                matches.addAll(resolve(type, file, index.match(described, described)));
              }
            });
    return matches;
  }

  /** Returns why a target has taken in nothing, as a clause; to be asked after {@link #match}. */
  public String explain(TargetSpec spec) {
    Target target =
        index.targets().stream().filter(each -> each.spec().equals(spec)).findFirst().orElseThrow();
    return mismatch.explain(target);
  }

  private List<Match> resolve(String type, byte[] file, List<MatchedMethod> methods) {
    if (ClassFiles.isTooOld(file)) {
      return unreadable(type, methods, "the class was compiled for Java 1.4 or older", null);
    }
    try {
      Map<String, Method> declared = GuardTable.methods(Class.forName(type, false, classes));
      return methods.stream()
          .<Match>map(
              each -> new Loaded(each.target(), Objects.requireNonNull(declared.get(each.key()))))
          .toList();
    } catch (ClassNotFoundException | LinkageError | RuntimeException unloadable) {
      return unreadable(
          type, methods, unloadable.toString(), MissingClass.in(unloadable).orElse(null));
    }
  }

  private static List<Match> unreadable(
      String type, List<MatchedMethod> methods, String reason, @Nullable String missingClass) {
    return methods.stream()
        .<Match>map(
            each ->
                new Unreadable(
                    each.target(),
                    type + "." + MatchedMethod.describe(each.method()),
                    reason,
                    missingClass))
        .toList();
  }
}
