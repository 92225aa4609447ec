FROM busybox:1.37
COPY loop-sentinel.jar /
