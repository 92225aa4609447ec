package io.loopsentinel.agent.guard;

/**
 * The session of a thread.
 *
 * @param id {@link Thread#getId()}, which HotSpot never gives twice
 */
record ThreadKey(long id) {

  @Override
  public String toString() {
    return "thread " + id;
  }
}
