const data = JSON.parse(document.getElementById('data').textContent);
const page = document.getElementById('page');
const figures = data.figures;
const total = figures.total;
function section(title, note, ...children) {
  page.append(element('section', {}, element('h2', {}, title), element('p', {}, note), ...children));
}
const dollars = n => '$' + n.toLocaleString('en', {minimumFractionDigits: 2, maximumFractionDigits: 2});
const priced = total.cost_usd > 0;
const estimated = total.runs_with_estimated_tokens ? ', estimated' : '';
const wide = Math.min(1060, Math.max(300, page.clientWidth - 84));
function tiles() {
  const tile = (value, name) => element('div', {class: 'tile'}, element('b', {}, value), element('span', {}, name));
  page.append(element('div', {class: 'tiles'},
    tile(count(total.runs), 'runs played'),
    tile(count(total.calls), 'tool calls'),
    tile(count(total.flagged.runs), 'runs flagged: a loop was found (' + percent(total.flagged.runs, total.runs) + ')'),
    tile(count(total.stopped.runs), 'runs stopped: a call would not have run (' + percent(total.stopped.runs, total.runs) + ')'),
    tile(count(total.stopped.calls_after), 'calls after the first stop, saved at most (' + percent(total.stopped.calls_after, total.calls) + ')'),
    tile(count(total.stopped.tokens_after), 'tokens after the first stop, saved at most (' + percent(total.stopped.tokens_after, total.tokens) + ' of ' + count(total.tokens) + estimated + ')'),
    ...(priced ? [tile(dollars(total.stopped.cost_after_usd), 'saved at most, of ' + dollars(total.cost_usd) + ' by budget.prices')] : []),
    tile(count(total.stopped.solved), 'stopped runs that solved their task: the fewer, the better')));
}
function files() {
  const money = stage => priced ? [dollars(stage.cost_after_usd)] : [];
  const stages = t => [t.flagged, t.stopped].flatMap(stage => [...[stage.runs, stage.solved, stage.calls_after, stage.tokens_after].map(count), ...money(stage)]);
  const row = t => [t.name, count(t.runs), count(t.calls), ...stages(t)];
  const after = ['of these solved', 'calls after', 'tokens after', ...(priced ? ['dollars after'] : [])];
  section('Files', 'Flagged: something was found, if only to warn. Stopped: a call would not have run. After: what followed the first finding, or the first stop, in these runs; that is what it would have saved, at most.',
    table(['file', 'runs', 'calls', 'flagged', ...after, 'stopped', ...after],
      [...figures.files.map(row), row({...total, name: 'all'})], true));
}
function tools() {
  const tools = new Map();
  for (const strip of data.strips) {
    const first = new Set(), stopped = new Set();
    for (const {tool, call, rung, calls_after, tokens_after} of strip.findings.filter(finding => finding.tool)) {
      const row = tools.get(tool) || {runs: 0, findings: 0, stopped: 0, calls: 0, tokens: 0};
      tools.set(tool, row);
      row.findings++;
      if (!first.has(tool)) { row.runs++; row.calls += calls_after; row.tokens += tokens_after; }
      first.add(tool);
      if (!['observe', 'warn'].includes(rung) && !stopped.has(call)) { row.stopped++; stopped.add(call); }
    }
  }
  if (!tools.size) return;
  section('Tools', 'Which tools were called in loops, those first after whose first finding most calls followed. Not run: calls that would have been stopped.'
    + (data.dropped ? ` Of the ${count(data.strips.length)} runs with the most calls after their first finding.` : ''),
    table(['tool', 'runs with findings', 'findings', 'not run', 'calls after', 'tokens after' + estimated],
      [...tools].sort(([, a], [, b]) => b.calls - a.calls).map(([name, row]) => [name, ...[row.runs, row.findings, row.stopped, row.calls, row.tokens].map(count)])));
}
function solved() {
  if (!total.solved) return;
  const share = stage => count(stage.solved) + ' of ' + count(total.solved) + ' (' + percent(stage.solved, total.solved) + ')';
  const rows = [['all', total], ...Object.entries(total.detectors).filter(([, of]) => of.flagged.solved)];
  section('Solved runs', 'How many of the runs that solved their task were flagged and stopped, in all and by each detector.',
    table(['', 'flagged', 'stopped'], rows.map(([name, of]) => [name, share(of.flagged), share(of.stopped)])));
}
const scoreRow = (name, score, labels) => [name, score.found + ' of ' + labels.runs_with_loop,
  score.false_alarms.length + ' of ' + labels.runs_without_loop, score.median_delay === null ? '-' : score.median_delay,
  score.calls_saved + ' of ' + labels.calls_wasted, percent(score.calls_saved, labels.calls_wasted), score.honest_calls_stopped];
function labels() {
  const labels = figures.labels;
  if (!labels) return;
  const rows = [scoreRow('at the first finding', labels.all.first_rung, labels), scoreRow('at the first call not run', labels.all.first_stop, labels)];
  for (const detector of data.detectors) {
    const pair = labels.detectors[detector];
    if (pair.first_rung.found || pair.first_rung.false_alarms.length) rows.push(scoreRow(detector, pair.first_rung, labels), scoreRow(detector + ', not run', pair.first_stop, labels));
  }
  section('By the labels', count(labels.runs) + ' of the runs have a label: a reader said where they loop. Each finding of a run is taken for right or wrong by the first one (“at the first finding”, which may only warn), or by the first that would have stopped a call. Delay: calls between the one at which a reader saw the loop and the finding. Honest stopped: calls that a reader took for right and that would not have run.',
    table(['', 'loops found', 'false alarms', 'median delay', 'calls saved', 'share', 'honest stopped'], rows));
}
function lines(title, note, points, series, label) {
  const width = wide, height = 300, left = 60, right = 120;
  const largest = Math.max(1, ...series.flatMap(s => s.values));
  const [svg, y] = axes(width, height, left, 34, largest);
  const x = i => left + 20 + (width - left - 20 - right) * (points.length > 1 ? i / (points.length - 1) : .5);
  points.forEach((point, i) => svg.append(element('text', {x: x(i), y: height - 10, 'text-anchor': 'middle'}, point)));
  const ends = [];
  for (const s of series) {
    svg.append(element('path', {d: 'M' + s.values.map((v, i) => x(i) + ' ' + y(v)).join('L'), fill: 'none', 'stroke-width': 2, style: 'stroke:' + s.color}));
    s.values.forEach((v, i) => svg.append(element('circle', {cx: x(i), cy: y(v), r: 4, style: 'fill:' + s.color},
      element('title', {}, `${s.name}: ${count(v)} ${label} at ${points[i]}`))));
    ends.push({s, y: y(s.values[points.length - 1])});
  }
  // Names that would lie on one another are moved down, and then up again from the axis.
  ends.sort((a, b) => a.y - b.y);
  ends.forEach((end, i) => { if (i) end.y = Math.max(end.y, ends[i - 1].y + 15); });
  ends.reverse().forEach((end, i) => { end.y = Math.min(end.y, i ? ends[i - 1].y - 15 : y(0)); });
  ends.forEach(end => svg.append(element('text', {x: x(points.length - 1) + 12, y: end.y + 4, class: 'name'}, end.s.name)));
  section(title, note, svg);
}
function sweep() {
  if (!data.sweep) return;
  const points = data.sweep.map(point => point.name);
  const series = [
    {name: 'after first finding', color: 'var(--stagnation)', values: data.sweep.map(p => p.total.flagged.calls_after)},
    {name: 'after first stop', color: 'var(--repeat)', values: data.sweep.map(p => p.total.stopped.calls_after)}];
  lines('Sweep: ' + data.sweep_setting, 'Calls that followed the first finding and the first stop, under each value of the setting: what it would save, at most.', points, series, 'calls');
}
function comparison() {
  if (!data.comparison) return;
  const sides = [figures, data.comparison], rows = [], wins = [[], []];
  // Better: 1 where more is, -1 where less is, 0 where neither is.
  const add = (name, better, of, gain, show = count) => {
    const [a, b] = sides.map(of);
    if (!a && !b) return;
    const winner = better && a !== b ? ((a - b) * better > 0 ? 0 : 1) : -1;
    if (winner >= 0) wins[winner].push(gain);
    rows.push([name, ...[a, b].map((value, side) => [show(value), side === winner ? 'better' : ''])]);
  };
  const labelled = sides.every(side => side.labels);
  if (labelled) {
    const stop = f => f.labels.all.first_rung;
    add('loops found, by the labels', 1, f => stop(f).found, 'finds more of the labelled loops');
    add('false alarms, by the labels', -1, f => stop(f).false_alarms.length, 'raises fewer false alarms');
    add('honest calls not run', -1, f => f.labels.all.first_stop.honest_calls_stopped, 'stops fewer honest calls');
  }
  add('runs flagged', 0, f => f.total.flagged.runs);
  add('flagged runs that solved their task', -1, f => f.total.flagged.solved, 'flags fewer runs that solved their task');
  add('runs stopped', 0, f => f.total.stopped.runs);
  add('stopped runs that solved their task', -1, f => f.total.stopped.solved, 'stops fewer runs that solved their task');
  add('calls after the first stop', 1, f => f.total.stopped.calls_after, 'saves more calls');
  add('tokens after the first stop', 1, f => f.total.stopped.tokens_after, 'saves more tokens');
  if (sides.every(side => side.total.cost_usd > 0)) add('dollars after the first stop', 1, f => f.total.stopped.cost_after_usd, 'saves more money', dollars);
  for (const detector of data.detectors) add(detector + ': runs flagged', 0, f => (f.total.detectors[detector] || {flagged: {runs: 0}}).flagged.runs);
  const list = gains => gains.length > 1 ? gains.slice(0, -1).join(', ') + ' and ' + gains[gains.length - 1] : gains[0];
  const [first, second] = sides.map(side => side.name), [won, lost] = wins;
  const verdict = !won.length && !lost.length ? 'Neither does better on these runs.'
    : !lost.length ? `${first} does better: it ${list(won)}.`
    : !won.length ? `${second} does better: it ${list(lost)}.`
    : `Neither does better in all: ${first} ${list(won)}; ${second} ${list(lost)}.`;
  section('Which configuration does better', 'Two configurations on the same runs; the better value has a mark, where one is better.',
    element('p', {class: 'verdict'}, verdict), table(['', first, second], rows));
}
function strips() {
  if (!data.strips.length) return;
  const present = data.detectors.filter(detector => data.strips.some(s => s.findings.some(f => f.detector === detector)));
  const longest = Math.max(...data.strips.map(s => s.calls)), width = 1000;
  const marks = legend(['call', 'background:var(--track)'], ['stopped', 'background:var(--muted)'], ['warned or observed', 'background:var(--muted)', true],
    ...(data.strips.some(s => s.loops.length) ? [['labelled loop', 'background:var(--band)'], ['evident', 'background:var(--evident)']] : []));
  const rows = data.strips.map(strip => {
    const x = call => call * width / longest, cell = width / longest;
    const svg = element('svg', {viewBox: `0 0 ${width} 20`, preserveAspectRatio: 'none'},
      element('rect', {x: 0, y: 4, width: x(strip.calls), height: 12, style: 'fill:var(--track)'}));
    for (const {first, evident, last} of strip.loops) {
      svg.append(element('rect', {x: x(first), y: 1, width: x(last + 1 - first), height: 18, style: 'fill:var(--band)'}),
        element('rect', {x: x(evident), y: 0, width: Math.min(3, cell), height: 20, style: 'fill:var(--evident)'}));
    }
    const at = {};
    for (const finding of strip.findings) (at[finding.call] = at[finding.call] || []).push(finding);
    for (const {call, detector, rung, tool, count: seen} of strip.findings) {
      const low = rung === 'warn' || rung === 'observe';
      const same = at[call], part = (cell - Math.min(1.5, cell / 4)) / same.length;
      const place = same.findIndex(finding => finding.detector === detector);
      svg.append(element('rect', {x: x(call) + place * part, y: low ? 8 : 4, width: Math.max(1, part), height: low ? 5 : 12, style: 'fill:' + color(detector)},
        element('title', {}, `call ${call} ${tool || ''}: ${detector}, seen ${seen}, ${rung}`)));
    }
    const id = element('div', {title: strip.file + ' ' + strip.id}, '\u200e' + strip.id);
    return element('div', {class: 'strip'}, id, element('div', {}, svg), element('div', {}, count(strip.calls) + ' calls' + (strip.success ? ', solved' : '')));
  });
  const note = 'Flagged runs, most calls after the first finding first' + (data.dropped ? '; ' + count(data.dropped) + ' more are not drawn.' : '.');
  section('Runs', note, legendOf(present), marks, element('div', {style: 'margin-top:12px'}, ...rows));
}

page.append(element('h1', {}, 'Replay of recorded runs'), element('p', {}, `Configuration: ${figures.name} · Loop Sentinel ${data.version} · ${new Date(data.date).toLocaleString('en-GB', {dateStyle: 'long', timeStyle: 'short'})}`),
  element('p', {class: 'lead'}, `What Loop Sentinel would have done in ${count(total.runs)} recorded runs of an agent: in ${count(total.flagged.runs)} it finds a loop, and in ${count(total.stopped.runs)} it stops a call, which saves up to ${count(total.stopped.calls_after)} calls.`));
tiles(); comparison(); tools(); labels(); files(); solved(); sweep(); strips();
page.append(element('footer', {}, 'Made by Loop Sentinel. ' +
  (total.runs_with_estimated_tokens ? 'Tokens of ' + count(total.runs_with_estimated_tokens) + ' runs are estimated. ' : '') +
  'Calls are numbered from 0.'));
