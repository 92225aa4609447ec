package com.acme.agent;

/** An agent whose model asks for the same again and again, at most ten times. */
public final class Agent {

  private final Dispatcher dispatcher = new Dispatcher();

  private Agent() {}

  /** Prints the answer. */
  public static void main(String[] args) {
    System.out.println(new Agent().answer());
  }

  private String answer() {
    String told = "";
    for (int turn = 0; turn < 10; turn++) {
      told = call("find_orders", "{\"customer\": \"Ada Lovelace\"}");
    }
    return "No answer within 10 turns. The model was last told: " + told;
  }

  /** Tells the model of whatever fails but what is to end the run. */
  private String call(String tool, String arguments) {
    try {
      return dispatcher.dispatch(tool, arguments);
    } catch (AgentException failed) {
      throw failed;
    } catch (Throwable failed) {
      return failed.toString();
    }
  }
}
