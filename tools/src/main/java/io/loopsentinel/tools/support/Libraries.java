package io.loopsentinel.tools.support;

import java.util.regex.Pattern;

/**
 * Well-known libraries that neither call models nor dispatch tools, though they may carry the
 * calls, as reactive streams and servers do. Their methods are not candidates. Their types are read
 * because applications use them.
 */
public final class Libraries {

  private static final String PACKAGES =
      """
      android/ antlr/ ch/qos/logback/ com/fasterxml/ com/github/benmanes/ com/google/auth/
      com/google/common/ com/google/gson/ com/google/protobuf/ com/mysql/ com/sun/ com/zaxxer/
      groovy/ io/grpc/ io/ktor/ io/micrometer/ io/netty/ io/opentelemetry/ io/quarkus/ io/reactivex/
      io/smallrye/ io/vertx/ jakarta/ java/ javassist/ javax/ jdk/ junit/ kotlin/ kotlinx/ liquibase/
      net/bytebuddy/ okhttp3/ okio/ org/antlr/ org/apache/commons/ org/apache/http/ org/apache/hc/
      org/apache/kafka/ org/apache/logging/ org/apache/lucene/ org/apache/tomcat/
      org/apache/catalina/ org/apache/coyote/ org/aspectj/ org/bouncycastle/ org/codehaus/
      org/eclipse/jetty/ org/flywaydb/ org/gradle/ org/h2/ org/hibernate/
      org/jboss/ org/jetbrains/ org/json/ org/junit/ org/mockito/ org/objectweb/ org/postgresql/
      org/reactivestreams/ org/slf4j/ org/snakeyaml/ org/springframework/(?!ai/) org/yaml/ reactor/
      scala/ sun/ tools/jackson/
      """;

  private static final Pattern TYPE =
      Pattern.compile("(" + PACKAGES.strip().replaceAll("\\s+", "|") + ").*");

  private Libraries() {}

  /** Returns whether a type, given by its binary name, belongs to such a library. */
  public static boolean haveClass(String name) {
    return contain(name.replace('.', '/'));
  }

  /** Returns whether a type, given by its internal name, belongs to such a library. */
  public static boolean contain(String type) {
    return TYPE.matcher(type).matches();
  }
}
