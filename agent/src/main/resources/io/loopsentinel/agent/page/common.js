'use strict';
const SVG = 'http://www.w3.org/2000/svg';
const count = n => n.toLocaleString('en');
const percent = (part, whole) => whole ? Math.round(100 * part / whole) + ' %' : '-';
const color = detector => 'var(--' + detector + ')';

// Text is inserted as text, because names of runs and tools come from recordings.
function element(name, attributes, ...children) {
  const svg = ['svg', 'rect', 'line', 'path', 'circle', 'text', 'title', 'g'].includes(name);
  const node = svg ? document.createElementNS(SVG, name) : document.createElement(name);
  for (const key in attributes) {
    // A policy that forbids style attributes allows styles that scripts set.
    if (key === 'style') node.style.cssText = attributes[key];
    else node.setAttribute(key, attributes[key]);
  }
  node.append(...children);
  return node;
}
function table(heads, rows, sum) {
  const body = element('tbody', {});
  rows.forEach((cells, i) => body.append(element('tr', sum && i === rows.length - 1 ? {class: 'sum'} : {},
    ...cells.map(cell => Array.isArray(cell) ? element('td', {class: cell[1]}, cell[0]) : element('td', {}, String(cell))))));
  return element('table', {}, element('thead', {}, element('tr', {}, ...heads.map(head => element('th', {}, head)))), body);
}
function legend(...items) {
  return element('div', {class: 'legend'}, ...items.map(([name, style, low]) =>
    element('span', {}, element('i', {style, class: low ? 'low' : ''}), name)));
}
const legendOf = detectors => legend(...detectors.map(detector => [detector, 'background:' + color(detector)]));

// Returns a round step of about a quarter of the largest value.
function step(largest) {
  const rough = Math.max(1, largest / 4), power = 10 ** Math.floor(Math.log10(rough));
  return [1, 2, 5, 10].find(factor => factor * power >= rough) * power;
}
function axes(width, height, left, bottom, largest) {
  const by = step(largest), top = Math.max(by, Math.ceil(largest / by) * by);
  const y = value => 12 + (height - bottom - 12) * (1 - value / top);
  const svg = element('svg', {viewBox: `0 0 ${width} ${height}`, role: 'img'});
  for (let value = 0; value <= top; value += by) {
    svg.append(element('line', {class: 'grid', x1: left, x2: width, y1: y(value), y2: y(value)}),
      element('text', {x: left - 8, y: y(value) + 4, 'text-anchor': 'end'}, count(value)));
  }
  return [svg, y];
}
