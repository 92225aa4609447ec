package io.loopsentinel.it.jvm.program;

import java.net.http.HttpClient;

/** Makes a client of the JDK, which takes a busy machine seconds, before it calls tools. */
public final class ConnectedProgram {

  private ConnectedProgram() {}

  /** Takes what {@link LoopingProgram} takes. */
  public static void main(String[] args) {
    HttpClient client = HttpClient.newHttpClient();
    System.out.println("version " + client.version());
    LoopingProgram.main(args);
  }
}
