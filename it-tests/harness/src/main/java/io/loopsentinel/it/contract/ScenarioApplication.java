package io.loopsentinel.it.contract;

import io.loopsentinel.it.model.Script;
import io.loopsentinel.it.model.ScriptedModelServer;
import io.loopsentinel.it.scenario.Library;
import java.util.List;
import java.util.stream.Stream;

/**
 * An application on a framework, as {@link ScenarioProgram} uses it.
 *
 * @param <D> the ways in which the framework dispatches a tool call
 */
public abstract class ScenarioApplication<D extends Enum<D>> {

  private final List<D> dispatches;
  private final Habits habits;
  private final List<Behaviour> behaviours;

  /**
   * Creates an application.
   *
   * @param dispatches the ways of dispatch, in the order in which they are played
   * @param habits the habits of its models
   * @param own the behaviours that are played on this framework only
   */
  protected ScenarioApplication(List<D> dispatches, Habits habits, Behaviour... own) {
    this.dispatches = List.copyOf(dispatches);
    this.habits = habits;
    this.behaviours = Stream.concat(Stream.of(ModelBehaviour.values()), Stream.of(own)).toList();
  }

  /** Returns the users of an assistant whose tool searches a library, with a model at a URL. */
  protected abstract Users users(D dispatch, Behaviour behaviour, String modelUrl, Library library)
      throws Exception;

  /** Returns the script of a model, adapted to a way of dispatch. */
  protected Script script(D dispatch, Behaviour behaviour) {
    return behaviour.script(habits);
  }

  protected ScriptedModelServer model(D dispatch, Behaviour behaviour) {
    return ScriptedModelServer.start(script(dispatch, behaviour));
  }

  protected void end(ScriptedModelServer model) {
    model.close();
  }

  List<D> dispatches() {
    return dispatches;
  }

  Behaviour behaviour(String name) {
    return behaviours.stream()
        .filter(each -> each.name().equals(name))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("No behaviour " + name));
  }

  /** Users who ask one assistant, at the same time if there are several. */
  @FunctionalInterface
  public interface Users extends AutoCloseable {

    /**
     * Returns the answer to a user's next question, or throws what the framework throws.
     *
     * @param user the number of the user, from 0
     */
    String ask(int user, String question) throws Exception;

    @Override
    default void close() {}
  }
}
