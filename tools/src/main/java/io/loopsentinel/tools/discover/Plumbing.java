package io.loopsentinel.tools.discover;

import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Code that never decides about tool calls: the JDK, the agent and well-known libraries. */
final class Plumbing {

  private static final ClassLoader PLATFORM = ClassLoader.getPlatformClassLoader();

  /** Libraries that call or carry any code, as reactive streams and servers do. */
  private static final Pattern CARRIERS =
      packages(
          """
          android ch.qos com.fasterxml com.google.common com.google.gson com.google.protobuf com.sun
          groovy io.grpc io.ktor io.loopsentinel.launch io.micrometer io.netty io.opentelemetry
          io.quarkus io.reactivex io.smallrye io.vertx jakarta java javax jdk junit kotlin kotlinx
          net.bytebuddy okhttp3 okio org.apache.(catalina|coyote|tomcat|http|hc|commons|logging|kafka)
          org.codehaus org.eclipse.jetty org.hibernate org.jboss org.jetbrains org.junit
          org.reactivestreams org.slf4j org.springframework(?!.ai.) reactor scala sun tools.jackson
          """);

  /** Frameworks whose annotations name tools. Their own classes are no tools of the user. */
  private static final Pattern FRAMEWORKS =
      packages(
          """
          ai.koog com.alibaba.cloud.ai com.embabel com.google.adk com.microsoft.semantickernel
          dev.langchain4j io.agentscope io.modelcontextprotocol io.quarkiverse org.bsc.langgraph4j
          org.springframework
          """);

  private Plumbing() {}

  private static Pattern packages(String list) {
    String names = list.strip().replaceAll("\\s+", "|").replace(".", "[.]");
    return Pattern.compile("(" + names + ")[.].*");
  }

  /** Returns whether a class, by its binary name, belongs to a library or framework. */
  static boolean isLibrary(String type) {
    return isCarrier(type) || FRAMEWORKS.matcher(type).matches();
  }

  /** Returns whether a class, by its binary name, belongs to a library that carries any code. */
  static boolean isCarrier(String type) {
    return CARRIERS.matcher(type).matches();
  }

  /** Returns whether a class carries any code and belongs to neither the JDK nor the agent. */
  static boolean isForeignCarrier(Class<?> type) {
    return isForeign(type.getClassLoader()) && isCarrier(type.getName());
  }

  private static boolean isForeign(@Nullable ClassLoader loader) {
    return loader != null && loader != PLATFORM && loader != Plumbing.class.getClassLoader();
  }

  /** Returns whether the methods of a class may be watched. */
  static boolean isWatchable(Class<?> type) {
    return isForeign(type.getClassLoader())
        && !type.isHidden()
        && !type.getName().contains("$$")
        && !isCarrier(type.getName());
  }
}
