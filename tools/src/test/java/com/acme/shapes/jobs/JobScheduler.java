package com.acme.shapes.jobs;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/** Runs the same jobs with the same parameters again and again, on purpose. */
public final class JobScheduler {

  /** A job. */
  public record JobRequest(String jobName, Map<String, Object> arguments) {}

  private final ScheduledExecutorService timer = Executors.newScheduledThreadPool(2);
  private final Map<String, Function<Map<String, Object>, String>> jobs = new HashMap<>();
  private final Map<String, String> last = new HashMap<>();

  public ScheduledFuture<?> start(List<JobRequest> requests) {
    return timer.scheduleWithFixedDelay(() -> runAll(requests), 0, 60, TimeUnit.SECONDS);
  }

  private void runAll(List<JobRequest> requests) {
    for (JobRequest request : requests) {
      last.put(request.jobName(), execute(request));
    }
  }

  private String execute(JobRequest request) {
    Function<Map<String, Object>, String> job = jobs.get(request.jobName());
    if (job == null) {
      return "no job is called " + request.jobName();
    }
    return job.apply(request.arguments());
  }
}
