package io.loopsentinel.agent.guard.report;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.loopsentinel.agent.guard.call.CallSubject;
import io.loopsentinel.engine.finding.Finding;
import io.loopsentinel.engine.identity.CanonicalJson;
import io.loopsentinel.engine.identity.Fingerprint;
import io.loopsentinel.engine.text.Printable;
import io.loopsentinel.targets.config.TelemetrySettings.ShownArguments;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * The beginnings of the arguments of recent calls, for the steps of a loop. Empty unless events
 * contain arguments. Bounded in number and time; thread-safe.
 */
final class RecentArguments {

  private static final int MAX_CALLS = 10_000;
  private static final int MAX_LENGTH = 80;

  private final Cache<Key, String> texts =
      Caffeine.newBuilder()
          .maximumSize(MAX_CALLS)
          .expireAfterWrite(Duration.ofHours(1))
          .executor(Runnable::run)
          .build();

  private record Key(String session, Fingerprint call) {}

  void add(CallSubject subject, ShownArguments shown) {
    if (subject.arguments() != null) {
      Fingerprint call = Objects.requireNonNull(subject.call()).fingerprint();
      texts.put(
          new Key(Printable.name(subject.session()), call),
          Printable.within(
              CanonicalJson.render(subject.arguments(), shown.redacted(), MAX_LENGTH), MAX_LENGTH));
    }
  }

  /** Returns the calls of a loop of several tools, with their arguments if known. */
  List<String> steps(Object session, Finding finding, ShownArguments shown) {
    List<String> steps = new ArrayList<>();
    List<Fingerprint> calls = finding.evidence().steps();
    for (int i = 0; shown.included() && i < calls.size(); i++) {
      String arguments = texts.getIfPresent(new Key(Printable.name(session), calls.get(i)));
      String tool = Printable.name(finding.cycle().get(i));
      steps.add(arguments == null ? tool : tool + " " + arguments);
    }
    return steps;
  }
}
