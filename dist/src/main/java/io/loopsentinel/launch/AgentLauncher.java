package io.loopsentinel.launch;

import java.io.File;
import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.JarURLConnection;
import java.net.URISyntaxException;
import java.net.URL;
import java.util.ArrayList;
import java.util.Enumeration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** Decides whether this JVM is guarded, and starts the isolated part of the agent. */
final class AgentLauncher {

  private static final String START_CLASS = "io.loopsentinel.agent.launch.AgentStart";
  private static final String COMMAND_CLASS = "io.loopsentinel.tools.LoopSentinelCommand";

  /** The argument with which a command of this jar makes the agent of a JVM visible to it. */
  private static final String SHOW = "jmx";

  /** The name of the hook, and its name on the boot class path. */
  private static final String[] HOOK_NAMES = {
    "java.lang.LoopSentinelHook", "io.loopsentinel.hook.Hook",
  };

  /**
   * Set while an agent guards this JVM. Copies of the agent's jar share this field, because all use
   * the launch classes of the first copy on the class path.
   */
  private static final AtomicBoolean GUARDED = new AtomicBoolean();

  private AgentLauncher() {}

  /**
   * Starts the agent, unless this JVM runs a tool of the JDK or is guarded already.
   *
   * @param beforeMain whether the application's main method has not been called yet
   * @return whether this agent guards the JVM now
   */
  static boolean launch(
      @Nullable String arguments, Instrumentation instrumentation, boolean beforeMain)
      throws Throwable {
    if (JdkTool.isRunning()) {
      return false;
    }
    if (SHOW.equals(arguments)) {
      return showAgent();
    }
    if (isGuarded()) {
      System.err.println(
          "[loop-sentinel] another Loop Sentinel already guards this JVM with its own"
              + " configuration; this one does not start");
      return false;
    }
    Class<?>[] types = {String.class, Instrumentation.class, AtomicBoolean.class};
    String method = beforeMain ? "premain" : "agentmain";
    invoke(START_CLASS, method, types, arguments, instrumentation, GUARDED);
    return GUARDED.get();
  }

  /**
   * Lets the agent register its MBean, which otherwise waits for the first guarded call; returns
   * whether there is an agent. The first use of the API starts all of the agent.
   */
  private static boolean showAgent() throws ReflectiveOperationException {
    Class.forName("io.loopsentinel.LoopSentinel");
    for (Class<?> hook : hooks()) {
      Method ask = hook.getMethod("ask", String.class, Object.class);
      if (Boolean.TRUE.equals(ask.invoke(null, SHOW, null))) {
        return true;
      }
    }
    return false;
  }

  /** Runs the command line and returns its exit code. */
  static int run(String[] arguments) throws Throwable {
    return (int)
        Objects.requireNonNull(
            invoke(COMMAND_CLASS, "run", new Class<?>[] {String[].class}, (Object) arguments));
  }

  private static @Nullable Object invoke(
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
   * Returns the jar of the agent. This class may come from a folder before it on the class path, if
   * an application was packed together with the agent and then unpacked.
   */
  private static File jar() throws IOException, URISyntaxException {
    File own =
        new File(AgentLauncher.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    if (own.isFile()) {
      return own;
    }
    String start = AgentClassLoader.FOLDER + START_CLASS.replace('.', '/') + ".class";
    Enumeration<URL> found = AgentLauncher.class.getClassLoader().getResources(start);
    while (found.hasMoreElements()) {
      if (found.nextElement().openConnection() instanceof JarURLConnection connection) {
        return new File(connection.getJarFileURL().toURI());
      }
    }
    throw new IOException(
        "its classes are unpacked in "
            + own
            + ", which is on the class path, and no loop-sentinel.jar follows it there; remove"
            + " io/loopsentinel from that folder");
  }

  /** Returns whether an agent from another class path has installed its hook. */
  private static boolean isGuarded() throws ReflectiveOperationException {
    if (GUARDED.get()) {
      return true;
    }
    for (Class<?> hook : hooks()) {
      if ((boolean) hook.getMethod("isConnected").invoke(null)) {
        return true;
      }
    }
    return false;
  }

  /** Returns the hooks on the boot class path. */
  private static List<Class<?>> hooks() {
    List<Class<?>> hooks = new ArrayList<>();
    for (String name : HOOK_NAMES) {
      try {
        hooks.add(Class.forName(name, false, null));
      } catch (ClassNotFoundException e) {
        // Not installed under this name.
      }
    }
    return hooks;
  }
}
