package io.loopsentinel.tools.discover;

import io.loopsentinel.agent.instrument.TargetInstrumentation;
import io.loopsentinel.agent.telemetry.AgentLog;
import io.loopsentinel.targets.config.ConfigLoader;
import io.loopsentinel.targets.config.ConfigResult;
import io.loopsentinel.targets.config.ConfigResult.Loaded;
import io.loopsentinel.targets.config.Profiles;
import io.loopsentinel.targets.config.TargetSpec;
import io.loopsentinel.tools.inspect.Candidate;
import io.loopsentinel.tools.inspect.Libraries;
import io.loopsentinel.tools.inspect.MethodRef;
import io.loopsentinel.tools.inspect.TargetsFile;
import io.loopsentinel.tools.inspect.ToolFinder;
import io.loopsentinel.tools.inspect.ToolShape;
import io.loopsentinel.tools.inspect.TurnFinder;
import io.loopsentinel.tools.inspect.TypeModel;
import io.loopsentinel.tools.inspect.Types;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Finds the methods to watch in each class as it is loaded. Thread-safe.
 *
 * <p>Each class is rated by itself. The call graph is analyzed when all classes are known.
 */
final class CandidateTargets implements TargetInstrumentation.Proposer {

  /** Limit of watched methods, because each makes calls and the loading of its class slower. */
  private static final int MAX_TARGETS = 300;

  private static final int MIN_SCORE = 16;

  private final AgentLog log;
  private final AtomicInteger count = new AtomicInteger();
  private final LoadedClasses classes = new LoadedClasses();

  /** The evidence by target name. */
  private final Map<String, Evidence> evidence = new ConcurrentHashMap<>();

  CandidateTargets(AgentLog log) {
    this.log = log;
  }

  /**
   * The expressions that may be read in a method, because they have no side effects.
   *
   * @param version the {@link LoadedClasses#version} for which they are valid
   * @param names the possible expressions for a tool's name
   * @param others the possible expressions for its arguments or its session
   */
  record SafeExpressions(int version, Set<String> names, Set<String> others) {}

  Evidence evidence(String target) {
    return Objects.requireNonNull(evidence.get(target));
  }

  Collection<Evidence> watched() {
    return evidence.values();
  }

  LoadedClasses classes() {
    return classes;
  }

  @Override
  public Map<String, TargetSpec> propose(ClassLoader loader, String name, byte[] file) {
    Map<String, TargetSpec> targets = new HashMap<>();
    if (Libraries.contain(name) || name.startsWith("io/loopsentinel/")) {
      return targets;
    }
    TypeModel type = TypeModel.read(file);
    classes.add(type, file, loader);
    if (count.get() < MAX_TARGETS) {
      for (Candidate candidate : candidates(type, classes.types(loader)).toList()) {
        String key = candidate.method().name() + candidate.method().descriptor();
        if (!targets.containsKey(key)) {
          target(candidate).ifPresent(target -> targets.put(key, target));
        }
      }
    }
    return targets;
  }

  /** Returns the expressions that are known to be read-only, given the classes loaded so far. */
  SafeExpressions expressions(MethodRef method, ClassLoader loader) {
    int version = classes.version();
    Types types = classes.types(loader);
    TypeModel type = types.find(method.owner());
    if (type == null) {
      return new SafeExpressions(version, Set.of(), Set.of());
    }
    List<ToolShape> shapes =
        new ToolFinder(types).shapes(type, method).stream().filter(ToolShape::isSure).toList();
    Set<String> names =
        shapes.stream().map(shape -> shape.tool().path()).collect(Collectors.toSet());
    Set<String> others =
        Stream.concat(
                shapes.stream().map(shape -> shape.args().path()),
                candidates(type, types)
                    .filter(candidate -> candidate.ref().equals(method))
                    .flatMap(candidate -> candidate.runId().stream()))
            .filter(path -> !names.contains(path))
            .collect(Collectors.toSet());
    return new SafeExpressions(version, names, others);
  }

  private static Stream<Candidate> candidates(TypeModel type, Types types) {
    return Stream.of(new ToolFinder(types).find(type), new TurnFinder(types).find(type))
        .flatMap(List::stream)
        .filter(candidate -> candidate.method().isGuardable())
        .filter(candidate -> candidate.score() >= MIN_SCORE)
        .sorted(Candidate.BEST_FIRST);
  }

  /** Converts by way of the YAML written at the end. What cannot be read back is not proposed. */
  private Optional<TargetSpec> target(Candidate candidate) {
    int number = count.incrementAndGet();
    if (number == MAX_TARGETS) {
      log.warn(
          "watches " + MAX_TARGETS + " methods, the maximum: methods found later are left out");
    }
    if (number >= MAX_TARGETS) {
      return Optional.empty();
    }
    String name = "candidate-" + number;
    String yaml =
        "sentinel:\n  targets:\n    " + String.join("\n    ", TargetsFile.yaml(candidate, name));
    ConfigResult result = new ConfigLoader(Profiles.shipped()).read(yaml, name);
    if (result instanceof Loaded loaded) {
      evidence.put(name, new Evidence(candidate.ref(), candidate.kind()));
      return Optional.of(loaded.config().targets().get(0));
    }
    log.debug("cannot convert " + candidate.type().binaryName() + " to a target: " + result);
    return Optional.empty();
  }
}
