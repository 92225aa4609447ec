package io.loopsentinel.agent.command.discover;

import org.jspecify.annotations.Nullable;

/** What a thread is in the midst of. */
final class WatchedThread {

  /** The innermost candidate that is being called. */
  @Nullable Evidence current;

  /** Whether the agent is at work: what it calls in the application is not watched. */
  boolean insideAgent;
}
