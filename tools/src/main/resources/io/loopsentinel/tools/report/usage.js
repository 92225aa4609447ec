const data = JSON.parse(document.getElementById('data').textContent);
const page = document.getElementById('page');
const MOST = 50, COLORS = ['repeat', 'stagnation', 'similar_calls', 'cycle', 'similar_turns', 'budget'];
const plural = (n, noun) => count(n) + ' ' + noun + (n === 1 ? '' : 's');
const dollars = n => '$' + n.toLocaleString('en', {minimumFractionDigits: n < 1 ? 4 : 2, maximumFractionDigits: n < 1 ? 4 : 2});
const of = (usage, measure) => usage[measure] || 0;
const week = trend => trend.last_days.reduce((a, b) => a + b, 0);
const days = data.from === data.to ? data.from : data.from + ' to ' + data.to;
function section(title, note, ...children) {
  page.append(element('section', {}, element('h2', {}, title), element('p', {}, note), ...children));
}
function tiles() {
  const tile = (value, name) => element('div', {class: 'tile'}, element('b', {}, value), element('span', {}, name));
  const sum = data.total, tokens = of(sum, 'input_tokens') + of(sum, 'output_tokens');
  page.append(element('div', {class: 'tiles'},
    tile(of(sum, 'cost_usd') ? dollars(sum.cost_usd) : '–', 'by budget.prices'),
    tile(tokens ? count(tokens) : '–', 'tokens in ' + plural(of(sum, 'turns'), 'turn') + ' of the model'),
    tile(of(sum, 'calls') ? count(sum.calls) : '–', 'calls of tools'),
    tile(count(of(sum, 'stopped')), 'calls stopped'),
    tile(count(of(sum, 'loops')), 'loops')));
}
function usage(name, rows) {
  const all = Object.entries(rows);
  if (all.every(([of]) => of === '(none)')) return;
  const columns = ['cost_usd', 'turns', 'input_tokens', 'cached_tokens', 'output_tokens', 'calls', 'stopped', 'findings', 'loops']
    .filter(measure => all.some(([, row]) => of(row, measure)));
  const show = (row, measure) => !of(row, measure) ? '–' : measure === 'cost_usd' ? dollars(row.cost_usd) : count(row[measure]);
  section('By ' + name, all.length > MOST ? `The first ${MOST} of ${count(all.length)}.` : '',
    table([name, ...columns.map(measure => measure === 'cost_usd' ? 'cost' : measure.replace('_', ' ')), ...(name === 'session' ? ['pods'] : [])],
      all.slice(0, MOST).map(([of, row]) => [of, ...columns.map(measure => show(row, measure)), ...(name === 'session' ? [(data.pods[of] || []).join(', ')] : [])])));
}
// Each day of the report, and the weeks before it that the trend is told by, at most.
function dates() {
  const last = Date.parse(data.to), first = Math.min(Date.parse(data.from), last - 34 * 864e5), list = [];
  for (let day = Math.max(first, last - 89 * 864e5); day <= last; day += 864e5) list.push(new Date(day).toISOString().slice(0, 10));
  return list;
}
function plot() {
  const shown = data.loops.slice(0, COLORS.length - 1), rest = data.loops.slice(COLORS.length - 1), list = dates();
  const name = trend => trend.agent === '(none)' ? trend.tool : trend.agent + ': ' + trend.tool;
  const series = shown.map((trend, i) => ({name: name(trend), color: COLORS[i], at: day => trend.days[day] || 0}));
  if (rest.length) series.push({name: plural(rest.length, 'other'), color: 'budget', at: day => rest.reduce((sum, trend) => sum + (trend.days[day] || 0), 0)});
  const width = Math.min(1060, Math.max(300, page.clientWidth - 84)), height = 240, left = 46;
  const largest = Math.max(1, ...list.map(day => series.reduce((sum, s) => sum + s.at(day), 0)));
  const [svg, y] = axes(width, height, left, 34, largest), step = (width - left) / list.length;
  list.forEach((day, i) => {
    let below = 0;
    for (const s of series.filter(s => s.at(day))) {
      const n = s.at(day);
      svg.append(element('rect', {x: left + i * step + 1, width: Math.max(2, step - 2), y: y(below + n), height: Math.max(1, y(below) - y(below + n) - 1), style: 'fill:' + color(s.color)},
        element('title', {}, `${day}, ${s.name}: ${plural(n, 'loop')}`)));
      below += n;
    }
  });
  [0, list.length - 1].forEach(i => svg.append(element('text', {x: i ? width : left, y: height - 10, 'text-anchor': i ? 'end' : 'start'}, list[i])));
  return [legend(...series.map(s => [s.name, 'background:' + color(s.color)])), svg];
}
function loops() {
  if (!data.loops.length) return;
  const change = trend => trend.usual_week === null ? '–' : trend.usual_week === 0 ? 'new' : (week(trend) < trend.usual_week ? '' : '+') + Math.round(100 * (week(trend) / trend.usual_week - 1)) + ' %';
  section('Loops by day', 'By agent and tool, each once in its session. This week: the last seven days. Usual: the mean of the four weeks before, or of those that the logs hold.', ...plot(),
    table(['agent', 'tool', 'this week', 'usual', 'change'], data.loops.slice(0, MOST).map(trend =>
      [trend.agent, trend.tool, count(week(trend)), trend.usual_week === null ? '–' : trend.usual_week.toLocaleString('en', {maximumFractionDigits: 1}), change(trend)])));
}

page.append(element('h1', {}, 'What agents used'), element('p', {}, `${days} (${data.zone}) · ${plural(data.lines, 'line')}${data.broken_lines ? `, ${count(data.broken_lines)} skipped` : ''}`),
  element('p', {class: 'lead'}, data.saved[0].toUpperCase() + data.saved.slice(1) + '.'), ...data.notes.map(note => element('p', {}, note)), ...data.spikes.map(spike => element('p', {class: 'spike'}, spike)));
tiles();
Object.entries(data.by).forEach(([name, rows]) => usage(name, rows));
loops();
page.append(element('footer', {}, 'Made by Loop Sentinel.'));
