package io.loopsentinel.targets.match;

import io.loopsentinel.targets.config.TargetSpec;
import io.loopsentinel.targets.text.MissingClass;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import net.bytebuddy.description.type.TypeDescription;
import net.bytebuddy.dynamic.ClassFileLocator;
import org.jspecify.annotations.Nullable;

/** Matches targets against a class path, with the rules of class loading. */
public final class ClassPathTargets {

  private final TargetIndex index;
  private final ClassPathLoader classes;
  private final Mismatch mismatch;

  /** Creates a matcher of targets against the classes of a loader. */
  public ClassPathTargets(List<TargetSpec> targets, ClassPathLoader classes) {
    this.index = new TargetIndex(targets);
    this.classes = classes;
    this.mismatch = Mismatch.ofClassPath(classes);
  }

  /**
   * A method that a target matches.
   *
   * @param name its class, name and parameters
   * @param method the method; {@code null} if its class cannot be loaded
   * @param reason why it cannot be loaded
   * @param missingClass the missing class that prevents it; {@code null} for another reason
   */
  public record Match(
      TargetSpec target,
      String name,
      @Nullable Method method,
      String reason,
      @Nullable String missingClass) {}

  /** Returns the matched methods in the order of the class path. */
  public List<Match> match() {
    TargetFilter filter = index.filter();
    Map<String, byte[]> files = classes.files();
    ClassFileLocator locator = new ClassFileLocator.Simple(files);
    List<Match> matches = new ArrayList<>();
    files.forEach(
        (type, file) -> {
          if (filter.mayMatch(type.replace('.', '/'), file)) {
            TypeDescription described = ClassFiles.describe(type, file, locator);
            matches.addAll(resolve(type, file, index.match(described, described)));
          }
        });
    return matches;
  }

  /** Returns why a target matched nothing, as a clause. Must be called after {@link #match}. */
  public String explain(TargetSpec spec) {
    Target target =
        index.targets().stream().filter(each -> each.spec().equals(spec)).findFirst().orElseThrow();
    return mismatch.explain(target);
  }

  private List<Match> resolve(String type, byte[] file, List<MatchedMethod> methods) {
    Map<String, Method> declared = Map.of();
    String reason = "the class was compiled for Java 1.4 or older";
    String missingClass = null;
    if (!methods.isEmpty() && !ClassFiles.isTooOld(file)) {
      try {
        declared = MatchedMethod.declaredIn(Class.forName(type, false, classes));
      } catch (ClassNotFoundException | LinkageError | RuntimeException unloadable) {
        reason = unloadable.toString();
        missingClass = MissingClass.in(unloadable).orElse(null);
      }
    }
    List<Match> matches = new ArrayList<>();
    for (MatchedMethod each : methods) {
      String name = type + "." + MatchedMethod.describe(each.method());
      matches.add(new Match(each.target(), name, declared.get(each.key()), reason, missingClass));
    }
    return matches;
  }
}
