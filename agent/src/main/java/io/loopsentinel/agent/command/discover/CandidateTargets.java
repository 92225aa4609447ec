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
import java.util.function.BiConsumer;
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

  /**
   * What of a method may be read.
   *
   * @param version the {@link LoadedClasses#version} that it holds for
   * @param names the expressions of what may be a tool's name
   * @param others the expressions of what may be its arguments or its session
   */
  record Readings(int version, Set<String> names, Set<String> others) {}

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
    classes.add(type, file);
    if (count.get() < MOST) {
      for (Candidate candidate : candidates(type, loader, (method, shapes) -> {})) {
        String key = candidate.method().name() + candidate.method().descriptor();
        if (!targets.containsKey(key)) {
          target(candidate).ifPresent(target -> targets.put(key, target));
        }
      }
    }
    return targets;
  }

  /** Returns what of a method is known to only read, by the classes that are loaded by now. */
  Readings readings(MethodRef method, ClassLoader loader) {
    int version = classes.version();
    Set<String> names = new HashSet<>();
    Set<String> others = new HashSet<>();
    BiConsumer<MethodModel, List<ToolShape>> ofMethod =
        (found, shapes) -> {
          if (found.ref().equals(method)) {
            shapes.stream()
                .filter(ToolShape::isSure)
                .forEach(
                    shape -> {
                      names.add(shape.tool().path());
                      others.add(shape.args().path());
                    });
          }
        };
    Stream.ofNullable(classes.types(loader).find(method.owner()))
        .flatMap(type -> candidates(type, loader, ofMethod).stream())
        .filter(candidate -> candidate.ref().equals(method))
        .flatMap(candidate -> candidate.runId().stream())
        .forEach(others::add);
    others.removeAll(names);
    return new Readings(version, names, others);
  }

  private List<Candidate> candidates(
      TypeModel type, ClassLoader loader, BiConsumer<MethodModel, List<ToolShape>> shapes) {
    Types types = classes.types(loader);
    ToolFinder tools =
        new ToolFinder(
            types,
            (method, found) -> {
              shapes.accept(method, found);
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
  private Optional<TargetSpec> target(Candidate candidate) {
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
      evidence.put(name, new Evidence(candidate.ref(), candidate.kind()));
      return Optional.of(loaded.config().targets().get(0));
    }
    log.debug("cannot write " + candidate.type().binaryName() + " down as a target: " + result);
    return Optional.empty();
  }
}
