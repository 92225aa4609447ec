package io.loopsentinel.it.closedsource;

import io.loopsentinel.it.harness.JavaProgram;
import io.loopsentinel.it.model.Conversation;
import io.loopsentinel.it.model.Reply;
import io.loopsentinel.it.model.Reply.Answer;
import io.loopsentinel.it.model.Reply.ToolCall;
import io.loopsentinel.it.model.Reply.ToolCalls;
import java.io.File;
import java.io.FileOutputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;

/** A closed-source application, and how its model behaves. */
enum Application {
  /** Calls annotated tools by reflection, in a private static helper. */
  BANK(
      com.acme.bank.Main.class,
      "find_account",
      """
      -keepattributes RuntimeVisibleAnnotations
      -keep @interface com.acme.bank.BankTool
      -keepclassmembers,allowobfuscation class * { @com.acme.bank.BankTool <methods>; }
      """),

  /** Goes on in chains of futures. */
  TRAVEL(com.acme.travel.Main.class, "find_flight", Rules.TOOL_IN_MAIN),

  /** Makes an object of each call, and executes it without arguments. */
  DEPOT(com.acme.depot.Main.class, "find_pallet", Rules.TOOL_IN_MAIN),

  /** An application with a fluent client, on which tools are registered. */
  CLINIC(com.acme.clinic.Main.class, "find_patient", Rules.TOOL_IN_MAIN);

  /** What a vendor keeps: the names by which the application's own tools are known. */
  private static final class Rules {
    static final String TOOL_IN_MAIN =
        "-keepclassmembers class com.acme.**Main { java.lang.String lambda$main$0(...); }";
  }

  private final Class<?> main;
  private final String tool;
  private final String rules;

  Application(Class<?> main, String tool, String rules) {
    this.main = main;
    this.tool = tool;
    this.rules = rules;
  }

  /** Returns its jar as it is delivered, in a folder. */
  File jar(File folder) throws Exception {
    return Obfuscation.jar(folder, main, rules);
  }

  /** Returns a jar with its classes as they were compiled. */
  File plainJar(File file) throws Exception {
    Path classes = Path.of(main.getProtectionDomain().getCodeSource().getLocation().toURI());
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, main.getName());
    String own = "(" + main.getPackageName().replace('.', '/') + "|com/acme/json)/.*\\.class";
    try (JarFile all = new JarFile(classes.toFile());
        JarOutputStream out = new JarOutputStream(new FileOutputStream(file), manifest)) {
      for (JarEntry each : all.stream().filter(entry -> entry.getName().matches(own)).toList()) {
        out.putNextEntry(new JarEntry(each.getName()));
        all.getInputStream(each).transferTo(out);
        out.closeEntry();
      }
    }
    return file;
  }

  /** Returns the program in its jar, which asks three questions. */
  JavaProgram program(File jar) {
    return JavaProgram.ofMain(main.getName()).classPath(jar).jvmOptions(JavaProgram.QUICK_START);
  }

  String tool() {
    return tool;
  }

  /** Returns the method that is its tool; of the bank, the annotation of its tools. */
  String toolMethod(File jar) throws Exception {
    if (this != BANK) {
      return main.getName() + "::lambda$main$0";
    }
    try (JarFile classes = new JarFile(jar);
        URLClassLoader loader = new URLClassLoader(new URL[] {jar.toURI().toURL()})) {
      for (JarEntry entry : Collections.list(classes.entries())) {
        String name = entry.getName().replace('/', '.').replaceFirst("\\.class$", "");
        if (entry.getName().endsWith(".class") && loader.loadClass(name).isAnnotation()) {
          return name;
        }
      }
    }
    throw new AssertionError("no annotation in " + jar);
  }

  String call(String id) {
    return tool + " " + id;
  }

  /** Returns the next reply of a model that never repeats a call to the one who asks twelve. */
  Reply honestReply(Conversation conversation) {
    int responses = conversation.responses();
    return question(conversation).equals("loop")
        ? responses < 12 ? find("C-" + responses) : new Answer("All found.")
        : reply(conversation);
  }

  /** Returns the next reply of its model to a user's question. */
  Reply reply(Conversation conversation) {
    int responses = conversation.responses();
    return switch (question(conversation)) {
      case "loop" ->
          conversation.latestHints().isEmpty() ? find("C-21") : new Answer("There is none.");
      case "errands" -> responses < 5 ? find("C-" + responses) : new Answer("All done.");
      default -> responses < 2 ? find("C-21") : new Answer("Looked twice.");
    };
  }

  private Reply find(String id) {
    return new ToolCalls(List.of(new ToolCall(tool, "{\"id\": \"" + id + "\"}")));
  }

  private static String question(Conversation conversation) {
    return conversation.messages().stream()
        .filter(message -> message.role().equals("user"))
        .findFirst()
        .orElseThrow()
        .text();
  }
}
