package io.loopsentinel.agent.launch;

import io.loopsentinel.agent.telemetry.MainThread;
import java.io.PrintStream;
import java.lang.instrument.Instrumentation;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The JVM that the agent starts in.
 *
 * @param beforeMain whether the application's main method is still to be called
 * @param out the log's output, closed when the agent is detached
 * @param guarded set while the JVM is guarded or watched, so that no second agent starts
 */
record HostJvm(
    Instrumentation instrumentation,
    boolean beforeMain,
    MainThread mainThread,
    PrintStream out,
    AtomicBoolean guarded) {}
