package io.loopsentinel.agent.guard;

import io.loopsentinel.agent.guard.call.CallEnvironment;
import io.loopsentinel.agent.guard.call.CallSubject;
import io.loopsentinel.agent.guard.call.RunFrame;
import io.loopsentinel.agent.guard.call.ThreadFrames;
import io.loopsentinel.agent.guard.call.Verdict;
import io.loopsentinel.agent.question.NextRunMessages;
import io.loopsentinel.engine.text.Printable;
import io.loopsentinel.targets.config.Reading;
import io.loopsentinel.targets.link.LinkedTarget;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Guards a method that answers one user message. Its session is reset, unless the target has {@code
 * reset: false}. Calls on its thread, and on the threads that it hands work to, belong to the run.
 */
final class RunGuard extends MethodGuard {

  private final boolean resets;

  RunGuard(GuardContext context, LinkedTarget target) {
    super(context, target);
    this.resets = method.target().resets();
  }

  @Override
  @Nullable Verdict decide(ThreadFrames frames, CallEnvironment environment) throws Throwable {
    frames.runBegins();
    if (!method.target().fromProfile()) {
      frames.sessionKeys.runsSeparate();
    }
    // A run without a session key has a session of its own, unless it continues a session.
    Object key = target.read(Reading.SESSION, environment, environment::sessionKey);
    if (key == null && resets) {
      key = frames.sessionKeys.ofNewRun();
    }
    if (key == null) {
      return null;
    }
    // A run within a run of the same session is part of the outer run.
    RunFrame around = frames.innermostRun();
    if (around == null || !around.isWithin(key)) {
      NextRunMessages nextRun = context.questions().nextRun();
      String name = Printable.name(key);
      List<String> words = new ArrayList<>(engine.turns().takeWords(key));
      if (resets) {
        try {
          reset(new CallSubject(environment, key, null, null));
        } catch (Throwable failure) {
          words.forEach(word -> nextRun.tell(name, word));
          throw failure;
        }
      }
      words.addAll(nextRun.take(name, environment.attribution.labels()));
      for (String word : words) {
        engine.turns().tell(key, word);
      }
    }
    return beginRun(frames, key, environment.attribution.labels(), resets);
  }

  private void reset(CallSubject subject) {
    if (engine.reset(subject.session())) {
      context.reports().reset(subject);
    }
    context.traces().reset(subject);
  }
}
