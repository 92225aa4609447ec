package io.loopsentinel.agent.command.discover;

import io.loopsentinel.agent.command.inspect.Candidate;
import io.loopsentinel.agent.command.inspect.Libraries;
import io.loopsentinel.agent.command.inspect.ResultReadings;
import io.loopsentinel.agent.command.inspect.TargetsFile;
import io.loopsentinel.agent.command.inspect.ToolFinder;
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
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/**
 * Finds the candidates of each class as it is loaded. Thread-safe.
 *
 * <p>Each is judged by itself; what the call graph adds to the scores of {@code inspect}, the run
 * will show.
 */
final class CandidateTargets implements TargetInstrumentation.Proposer {

  /** Every watched method costs time, and its class longer to load. */
  private static final int MOST = 300;

  private static final int LEAST_SCORE = 16;

  private final AgentLog log;
  private final AtomicInteger count = new AtomicInteger();

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

  @Override
  public Map<String, TargetSpec> propose(ClassLoader loader, String name, byte[] file) {
    Map<String, TargetSpec> targets = new HashMap<>();
    if (!Libraries.contain(name) && !name.startsWith("io/loopsentinel/") && count.get() < MOST) {
      for (Candidate candidate : candidates(types(loader), TypeModel.read(file))) {
        String method = candidate.method().name() + candidate.method().descriptor();
        if (!targets.containsKey(method)) {
          target(candidate).ifPresent(target -> targets.put(method, target));
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

  private static List<Candidate> candidates(Types types, TypeModel type) {
    ResultReadings results = new ResultReadings(types, List.of(type));
    List<Candidate> found =
        Stream.of(new ToolFinder(types).find(type), new TurnFinder(types).find(type))
            .flatMap(List::stream)
            .filter(candidate -> candidate.method().isGuardable() && candidate.isSure())
            .filter(candidate -> candidate.score() >= LEAST_SCORE)
            .sorted(Candidate.BEST_FIRST)
            .toList();
    found.forEach(results::addTo);
    return found;
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
      evidence.put(name, new Evidence(candidate));
      return Optional.of(loaded.config().targets().get(0));
    }
    log.debug("cannot write " + candidate.type().binaryName() + " down as a target: " + result);
    return Optional.empty();
  }
}
