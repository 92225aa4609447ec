package io.loopsentinel.agent.instrument;

import io.loopsentinel.agent.config.TargetSpec;
import io.loopsentinel.agent.text.MissingClass;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
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

  /**
   * A method that a target takes in.
   *
   * @param name its class, name and parameters
   * @param method absent: its class cannot be loaded
   * @param reason why it cannot
   * @param missingClass the class for the lack of which; absent: it is something else
   */
  public record Match(
      TargetSpec target,
      String name,
      @Nullable Method method,
      String reason,
      @Nullable String missingClass) {}

  /** Returns the methods that targets take in, in the order of the class path. */
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

  /** Returns why a target has taken in nothing, as a clause; to be asked after {@link #match}. */
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
        declared = GuardTable.methods(Class.forName(type, false, classes));
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
