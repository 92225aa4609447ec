package io.loopsentinel.agent.command.discover;

import io.loopsentinel.agent.command.inspect.Candidate;
import io.loopsentinel.agent.command.inspect.Libraries;
import io.loopsentinel.agent.command.inspect.MethodModel;
import io.loopsentinel.agent.command.inspect.MethodRef;
import io.loopsentinel.agent.command.inspect.TargetsFile;
import io.loopsentinel.agent.command.inspect.ToolFinder;
import io.loopsentinel.agent.command.inspect.ToolShape;
import io.loopsentinel.agent.command.inspect.TurnFinder;
import io.loopsentinel.agent.command.inspect.TypeModel;
import io.loopsentinel.agent.command.inspect.Types;
import io.loopsentinel.agent.config.ConfigLoader;
import io.loopsentinel.agent.config.ConfigResult;
import io.loopsentinel.agent.config.ConfigResult.Loaded;
import io.loopsentinel.agent.config.Profiles;
import io.loopsentinel.agent.config.TargetSpec;
import io.loopsentinel.agent.instrument.ClassFiles;
import io.loopsentinel.agent.instrument.TargetInstrumentation;
import io.loopsentinel.agent.telemetry.AgentLog;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/**
 * Finds what is to be watched in each class as it is loaded. Thread-safe.
 *
 * <p>Each class is judged by itself; the call graph is looked at when all of them are known.
 */
final class CandidateTargets implements TargetInstrumentation.Proposer {

  /** Every watched method costs time, and its class longer to load. */
  private static final int MOST = 300;

  private static final int LEAST_SCORE = 16;

  private final AgentLog log;
  private final AtomicInteger count = new AtomicInteger();
  private final LoadedClasses classes = new LoadedClasses();

  /** By the names of their targets. */
  private final Map<String, Evidence> evidence = new ConcurrentHashMap<>();

  CandidateTargets(AgentLog log) {
    this.log = log;
  }

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
    classes.add(name, file);
    if (count.get() < MOST) {
      Map<MethodRef, List<ToolShape>> shapes = new HashMap<>();
      for (Candidate candidate : candidates(types(loader), TypeModel.read(file), shapes)) {
        MethodModel method = candidate.method();
        String key = method.name() + method.descriptor();
        if (!targets.containsKey(key)) {
          target(candidate, shapes.getOrDefault(method.ref(), List.of()))
              .ifPresent(target -> targets.put(key, target));
        }
      }
    }
    return targets;
  }

  /**
   * Finds types where their loader finds them, without loading them; for one class, not for long.
   */
  private static Types types(ClassLoader loader) {
    Map<String, Optional<TypeModel>> known = new HashMap<>();
    return name ->
        name.startsWith("java/")
            ? null
            : known.computeIfAbsent(name, each -> type(each, loader)).orElse(null);
  }

  private static Optional<TypeModel> type(String name, ClassLoader loader) {
    try {
      return Optional.ofNullable(ClassFiles.bytes(name, loader)).map(TypeModel::read);
    } catch (RuntimeException e) {
      // The loader is the application's own code, and may give anything for a class file.
      return Optional.empty();
    }
  }

  /**
   * Returns the candidates of a type; what a tool's name and arguments may be is added to a map.
   */
  private static List<Candidate> candidates(
      Types types, TypeModel type, Map<MethodRef, List<ToolShape>> shapes) {
    ToolFinder tools =
        new ToolFinder(
            types,
            (method, found) -> {
              shapes.put(method.ref(), found);
              return found.get(0);
            });
    return Stream.of(tools.find(type), new TurnFinder(types).find(type))
        .flatMap(List::stream)
        .filter(candidate -> candidate.method().isGuardable())
        .filter(candidate -> candidate.score() >= LEAST_SCORE)
        .sorted(Candidate.BEST_FIRST)
        .toList();
  }

  /** By way of the YAML that is written in the end: what cannot be read back is not proposed. */
  private Optional<TargetSpec> target(Candidate candidate, List<ToolShape> shapes) {
    int number = count.incrementAndGet();
    if (number == MOST) {
      log.warn("watches " + MOST + " methods, and no more: targets found later are left out");
    }
    if (number >= MOST) {
      return Optional.empty();
    }
    String name = "candidate-" + number;
    String yaml =
        "sentinel:\n  targets:\n    " + String.join("\n    ", TargetsFile.yaml(candidate, name));
    ConfigResult result = new ConfigLoader(Profiles.shipped()).read(yaml, name);
    if (result instanceof Loaded loaded) {
      evidence.put(name, evidence(candidate, shapes));
      return Optional.of(loaded.config().targets().get(0));
    }
    log.debug("cannot write " + candidate.type().binaryName() + " down as a target: " + result);
    return Optional.empty();
  }

  /** What is not known to only read is not read, but its method is watched. */
  private static Evidence evidence(Candidate candidate, List<ToolShape> shapes) {
    Set<String> names = new HashSet<>();
    Set<String> others = new HashSet<>();
    for (ToolShape shape : shapes) {
      if (shape.isSure()) {
        names.add(shape.toolPath());
        others.add(shape.argsPath());
      }
    }
    candidate.runId().ifPresent(others::add);
    others.removeAll(names);
    return new Evidence(candidate.method().ref(), candidate.kind(), names, others);
  }
}
