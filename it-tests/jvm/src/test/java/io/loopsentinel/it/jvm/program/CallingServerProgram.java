package io.loopsentinel.it.jvm.program;

import javax.management.MBeanServer;
import javax.management.MBeanServerBuilder;
import javax.management.MBeanServerDelegate;

/**
 * Configures an MBean server whose builder calls a tool; the agent is the first to need the server.
 */
public final class CallingServerProgram {

  private static volatile String built = "is waited for";

  private CallingServerProgram() {}

  /** Takes no arguments. */
  public static void main(String[] args) {
    System.setProperty("javax.management.builder.initial", Builder.class.getName());
    for (int i = 0; i < 5; i++) {
      System.out.println(dispatch("search"));
    }
  }

  /** Is guarded. */
  static String dispatch(String tool) {
    return tool + " ran, and the tool of the server " + built;
  }

  /** Calls the tool. */
  public static final class Builder extends MBeanServerBuilder {

    @Override
    public MBeanServer newMBeanServer(
        String domain, MBeanServer outer, MBeanServerDelegate delegate) {
      built = dispatch("server").startsWith("server ran") ? "has run" : "was stopped";
      return super.newMBeanServer(domain, outer, delegate);
    }
  }
}
