package com.acme.depot;

import java.util.Map;

/** One call of a station, to be executed once. */
final class Job {

  private final Map<String, Station> stations;
  private final String ticket;
  private final String station;
  private final Map<String, Object> slip;

  Job(Map<String, Station> stations, String ticket, String station, Map<String, Object> slip) {
    this.stations = stations;
    this.ticket = ticket;
    this.station = station;
    this.slip = slip;
  }

  String ticket() {
    return ticket;
  }

  JobResult execute() {
    Station found = stations.get(station);
    if (found == null) {
      return JobResult.refused("unknown tool: " + station);
    }
    try {
      return JobResult.done(found.work(slip));
    } catch (RuntimeException e) {
      return JobResult.refused("failed: " + e.getMessage());
    }
  }
}
