CATALINA_OPTS="$CATALINA_OPTS -javaagent:/opt/loop-sentinel.jar"
