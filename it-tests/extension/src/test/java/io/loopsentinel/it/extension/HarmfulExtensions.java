package io.loopsentinel.it.extension;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.loopsentinel.engine.api.AlertFormatExtension;
import io.loopsentinel.engine.api.DetectorExtension;
import io.loopsentinel.engine.api.EventReceiver;
import io.loopsentinel.engine.api.FoundLoop;
import io.loopsentinel.engine.api.LoopRule;
import io.loopsentinel.engine.api.SimilarityExtension;
import io.loopsentinel.engine.api.SinkExtension;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;

/** Extensions that do what none should. */
final class HarmfulExtensions {

  private HarmfulExtensions() {}

  /** A detector by the name of its class. */
  abstract static class Detector implements DetectorExtension {
    @Override
    public String name() {
      return getClass().getSimpleName().toLowerCase(Locale.ROOT);
    }

    @Override
    public LoopRule configure(Map<String, Object> settings) {
      return (call, earlier) -> {
        harm();
        return null;
      };
    }

    abstract void harm();
  }

  /** Gives findings that are none, each of another kind. */
  public static final class Nonsense implements DetectorExtension {
    @Override
    public String name() {
      return "nonsense";
    }

    @SuppressWarnings("NullAway") // What no checker of another's build keeps from happening.
    @Override
    public LoopRule configure(Map<String, Object> settings) {
      String huge = "x".repeat(1_000_000);
      List<FoundLoop> all =
          List.of(
              new FoundLoop(null, 0, 0, null, null),
              new FoundLoop("read", -1, 3, "fact", "advice"),
              new FoundLoop("read", 3, 3, huge, "advice"),
              new FoundLoop("read", 3, 3, "fact", " "));
      return (call, earlier) -> all.get(earlier.size() % all.size());
    }
  }

  /** Takes five milliseconds for each call, and finds a loop in the fourth of a session. */
  public static final class Slow implements DetectorExtension {
    @Override
    public String name() {
      return "slow";
    }

    @Override
    public LoopRule configure(Map<String, Object> settings) {
      return (call, earlier) -> {
        try {
          TimeUnit.MILLISECONDS.sleep(5);
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
        }
        return earlier.size() < 3
            ? null
            : new FoundLoop("read", earlier.size(), 3, "Read is slow.", "Stop reading.");
      };
    }
  }

  /** Throws an error at each call. */
  public static final class Throwing extends Detector {
    @Override
    void harm() {
      throw new LinkageError("throws");
    }
  }

  /** Never comes back, whatever it is told. */
  public static final class Blocking extends Detector {
    @Override
    void harm() {
      while (true) {
        try {
          new CountDownLatch(1).await();
        } catch (InterruptedException goesOn) {
          // As code that swallows it does.
        }
      }
    }
  }

  /** Begins a thread at each call, which never ends. */
  public static final class Leaking extends Detector {
    @Override
    void harm() {
      new Thread(new Blocking()::harm).start();
    }
  }

  /** Looks for what is the agent's or the application's. */
  public static final class Looking extends Detector {
    @Override
    void harm() {
      for (String name :
          new String[] {
            "io.loopsentinel.agent.launch.AgentStart",
            "io.loopsentinel.engine.session.LoopEngine",
            "com.fasterxml.jackson.databind.ObjectMapper",
            "io.loopsentinel.it.extension.CallingProgram"
          }) {
        try {
          System.out.println("sees " + Class.forName(name));
        } catch (ClassNotFoundException expected) {
          // As it should be.
        }
      }
    }
  }

  /** Never comes back from its first event. */
  public static final class BlockingSink implements SinkExtension {
    @Override
    public String name() {
      return "blocking";
    }

    @Override
    public EventReceiver configure(Map<String, Object> settings) {
      return event -> new Blocking().harm();
    }
  }

  /** A form of alerts that throws. */
  public static final class ThrowingFormat implements AlertFormatExtension {
    @Override
    public String name() {
      return "harmful";
    }

    @Override
    public String write(Map<String, Object> alert) {
      throw new LinkageError("throws");
    }
  }

  /** A form of alerts that never comes back. */
  public static final class BlockingFormat implements AlertFormatExtension {
    @Override
    public String name() {
      return "harmful";
    }

    @Override
    public String write(Map<String, Object> alert) {
      new Blocking().harm();
      return "";
    }
  }

  /** A similarity that throws. */
  public static final class ThrowingSimilarity implements SimilarityExtension {
    @Override
    public String name() {
      return "harmful";
    }

    @Override
    public float similarity(String a, String b) {
      throw new LinkageError("throws");
    }
  }

  /** Puts extensions into a jar, with what names them. */
  static File jar(File folder, Class<?> service, Class<?> extension, Class<?>... more)
      throws IOException {
    File jar = new File(folder, extension.getSimpleName() + ".jar");
    try (OutputStream file = Files.newOutputStream(jar.toPath());
        JarOutputStream out = new JarOutputStream(file)) {
      add(out, HarmfulExtensions.class);
      add(out, extension);
      for (Class<?> each : more) {
        add(out, each);
      }
      out.putNextEntry(new JarEntry("META-INF/services/" + service.getName()));
      out.write(extension.getName().getBytes(UTF_8));
    }
    return jar;
  }

  private static void add(JarOutputStream out, Class<?> type) throws IOException {
    String name = type.getName().replace('.', '/') + ".class";
    out.putNextEntry(new JarEntry(name));
    try (InputStream in = Objects.requireNonNull(type.getClassLoader().getResourceAsStream(name))) {
      in.transferTo(out);
    }
  }
}
