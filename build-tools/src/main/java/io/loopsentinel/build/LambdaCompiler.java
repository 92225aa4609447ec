package io.loopsentinel.build;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;

/**
 * Turns the lambdas of compiled classes into classes.
 *
 * <p>A lambda is made by an invokedynamic instruction, for which the JVM spins a class when it
 * first runs: generated, compiled and linked while the application starts, some 150 of them before
 * the first guarded call, which is a fifth of what the agent adds to the start of an application.
 * So it is done once, when the agent is built: for each such instruction a class that implements
 * the interface and calls what javac made of the lambda's body, as {@link
 * java.lang.invoke.LambdaMetafactory} describes it. It belongs to the nest of the class that has
 * the lambda (JEP 181) and so may call its private methods. The sources stay as they are.
 *
 * <p>Classes that were compiled before are left as they are, so that it may run over them again.
 */
final class LambdaCompiler {

  private static final String SUFFIX = ".class";

  private final Path classes;
  private final Map<String, List<String>> newMembers = new LinkedHashMap<>();

  private LambdaCompiler(Path classes) {
    this.classes = classes;
  }

  /** Compiles the lambdas of all classes in the folder that is named. */
  public static void main(String[] arguments) throws IOException {
    compile(Path.of(arguments[0]));
  }

  /** Compiles the lambdas of all classes in a folder. */
  static void compile(Path classes) throws IOException {
    new LambdaCompiler(classes).compileAll();
  }

  private void compileAll() throws IOException {
    deleteOrphans();
    for (Path file : classFiles()) {
      compileLambdasOf(file);
    }
    for (Map.Entry<String, List<String>> nest : newMembers.entrySet()) {
      Path host = fileOf(nest.getKey());
      Files.write(host, Nests.withMembers(read(host), nest.getValue()));
    }
  }

  /** Deletes the lambdas' classes of those that javac has written anew since. */
  private void deleteOrphans() throws IOException {
    for (Path file : classFiles()) {
      String name = nameOf(file);
      if (name.contains(LambdaRewriter.INFIX)) {
        Path host = fileOf(Nests.hostOf(read(file)));
        if (Files.notExists(host) || !Nests.membersOf(read(host)).contains(name)) {
          Files.delete(file);
        }
      }
    }
  }

  private void compileLambdasOf(Path file) throws IOException {
    ClassWriter writer = new ClassWriter(0);
    LambdaRewriter rewriter = new LambdaRewriter(writer);
    read(file).accept(rewriter, 0);
    List<LambdaClass> lambdas = rewriter.lambdas();
    if (lambdas.isEmpty()) {
      return;
    }
    Files.write(file, writer.toByteArray());
    for (LambdaClass lambda : lambdas) {
      Files.write(fileOf(lambda.name()), lambda.toBytes());
      newMembers.computeIfAbsent(lambda.host(), host -> new ArrayList<>()).add(lambda.name());
    }
  }

  /** In the same order in each build, whatever the file system's is. */
  private List<Path> classFiles() throws IOException {
    try (Stream<Path> files = Files.walk(classes)) {
      return files.filter(file -> file.toString().endsWith(SUFFIX)).sorted().toList();
    }
  }

  private static ClassReader read(Path file) throws IOException {
    return new ClassReader(Files.readAllBytes(file));
  }

  private String nameOf(Path file) {
    String name = classes.relativize(file).toString().replace(File.separatorChar, '/');
    return name.substring(0, name.length() - SUFFIX.length());
  }

  private Path fileOf(String name) {
    return classes.resolve(name + SUFFIX);
  }
}
