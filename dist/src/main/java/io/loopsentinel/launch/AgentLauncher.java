package io.loopsentinel.launch;

import java.io.File;
import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.lang.reflect.InvocationTargetException;
import java.net.JarURLConnection;
import java.net.URISyntaxException;
import java.net.URL;
import java.util.Enumeration;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** Decides whether this JVM is guarded, and starts the isolated part of the agent. */
final class AgentLauncher {

  private static final String START = "io.loopsentinel.agent.launch.AgentStart";
  private static final String COMMAND = "io.loopsentinel.tools.LoopSentinelCommand";

  /** The name of the hook, and its name on the boot class path. */
  private static final String[] HOOKS = {
    "java.lang.LoopSentinelHook", "io.loopsentinel.hook.Hook",
  };

  /**
   * Whether an agent guards this JVM. Copies of the agent's jar share this field, because the first
   * on the class path has the launch classes of all.
   */
  private static final AtomicBoolean GUARDS = new AtomicBoolean();

  private AgentLauncher() {}

  /**
   * Starts the agent, unless this JVM runs a tool of the JDK or is guarded already; returns whether
   * it is guarded now.
   *
   * @param beforeMain whether the application's main method has not been called yet
   */
  static boolean launch(
      @Nullable String arguments, Instrumentation instrumentation, boolean beforeMain)
      throws Throwable {
    if (JdkTool.runsHere()) {
      return false;
    }
    if (isGuarded()) {
      System.err.println(
          "[loop-sentinel] another Loop Sentinel already guards this JVM, and its"
              + " configuration counts; this one stands back");
      return false;
    }
    Class<?>[] types = {String.class, Instrumentation.class, AtomicBoolean.class};
    String method = beforeMain ? "premain" : "agentmain";
    call(START, method, types, arguments, instrumentation, GUARDS);
    return GUARDS.get();
  }

  /** Runs the command line and returns its exit code. */
  static int run(String[] arguments) throws Throwable {
    return (int)
        Objects.requireNonNull(
            call(COMMAND, "run", new Class<?>[] {String[].class}, (Object) arguments));
  }

  private static @Nullable Object call(
      String type, String method, Class<?>[] types, @Nullable Object... arguments)
      throws Throwable {
    ClassLoader loader = new AgentClassLoader(jar(), AgentLauncher.class.getClassLoader());
    try {
      return Class.forName(type, true, loader).getMethod(method, types).invoke(null, arguments);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }

  /**
   * Returns the jar of the agent. This class may come from a folder earlier on the class path, if
   * an application was packed together with the agent and then unpacked.
   */
  private static File jar() throws IOException, URISyntaxException {
    File own =
        new File(AgentLauncher.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    if (own.isFile()) {
      return own;
    }
    String start = AgentClassLoader.FOLDER + START.replace('.', '/') + ".class";
    Enumeration<URL> found = AgentLauncher.class.getClassLoader().getResources(start);
    while (found.hasMoreElements()) {
      if (found.nextElement().openConnection() instanceof JarURLConnection connection) {
        return new File(connection.getJarFileURL().toURI());
      }
    }
    throw new IOException(
        "its classes lie unpacked in "
            + own
            + ", which is on the class path, and there is no loop-sentinel.jar behind it; remove"
            + " io/loopsentinel from that folder");
  }

  /** Returns whether an agent from another class path has installed its hook. */
  private static boolean isGuarded() throws ReflectiveOperationException {
    if (GUARDS.get()) {
      return true;
    }
    for (String name : HOOKS) {
      try {
        Class<?> hook = Class.forName(name, false, null);
        if ((boolean) hook.getMethod("isConnected").invoke(null)) {
          return true;
        }
      } catch (ClassNotFoundException e) {
        // Not installed under this name.
      }
    }
    return false;
  }
}
