  // What is drawn now, by the chart's name.
  const drawn = {};
  const redraw = () => {
    for (const name of Object.keys(charts)) drawn[name] = charts[name].draw(byId(name));
    cursor(state.cursor);
    for (const details of document.querySelectorAll('details[data-chart]')) fillTable(details);
  };

  // One moment in both charts over time.
  const TIMED = ['latency', 'rate'];
  const HINTS = {
    latency: 'Point at the chart, or focus it and use the arrow keys, for one second\u2019s figures.',
    rate: 'Both charts have one cursor.',
    load: 'Each dot is one second. Point at one for its figures.',
    nines: 'Point at the chart for each run\u2019s figure.',
  };
  const cursor = (index) => {
    const run = current();
    state.cursor = index === null || !run.scheduled.length ? null
        : Math.min(run.scheduled.length - 1, Math.max(0, index));
    for (const name of TIMED) {
      const x = state.cursor === null ? -9 : drawn[name].px((state.cursor + 0.5) * run.width);
      drawn[name].cross.setAttribute('x1', x);
      drawn[name].cross.setAttribute('x2', x);
      byId(name + '-readout').textContent = state.cursor === null ? HINTS[name] || '' : charts[name].text(run, state.cursor);
    }
  };
  const place = (at, event) => {
    const box = at.svg.getBoundingClientRect();
    const zoom = at.width / box.width;
    return [(event.clientX - box.left) * zoom, (event.clientY - box.top) * zoom];
  };
  const valueAt = (at, x) => {
    const share = (x - at.left) / (at.right - at.left);
    return share < 0 || share > 1 ? null : share;
  };
  for (const name of TIMED) {
    const svg = byId(name);
    svg.addEventListener('pointermove', (event) => {
      const share = valueAt(drawn[name], place(drawn[name], event)[0]);
      const end = Math.max(1, ...scaled().map((run) => run.scheduled.length * run.width));
      cursor(share === null ? null : Math.floor(share * end / current().width));
    });
    svg.addEventListener('pointerleave', () => cursor(null));
    svg.addEventListener('keydown', (event) => {
      const step = {ArrowRight: 1, ArrowLeft: -1, PageUp: 10, PageDown: -10}[event.key];
      if (event.key === 'Escape') cursor(null);
      if (!step) return;
      event.preventDefault();
      cursor(state.cursor === null ? 0 : state.cursor + step);
    });
  }
  byId('load-readout').textContent = HINTS.load;
  byId('nines-readout').textContent = HINTS.nines;

  // The tip: a cold start or a dot near the pointer, or a percentile of all runs.
  const nearest = (at, points, [x, y]) => {
    let best = null;
    let least = 14 * 14;
    for (const point of points) {
      const distance = (at.px(point[0]) - x) ** 2 + (at.py(point[1]) - y) ** 2;
      if (distance < least) [best, least] = [point, distance];
    }
    return best;
  };
  const pointed = (svg, event) => {
    const at = drawn[svg.id];
    const here = place(at, event);
    const run = current();
    if (svg.id === 'latency') {
      const cold = nearest(at, run.cold.filter(([, , kind]) => shows('latency', kind ? 'restored' : 'cold')), here);
      return cold ? `${cold[2] ? 'restored' : 'cold start'}: ${millis(cold[1])}\nrequest due at second ${figure(cold[0])}` : '';
    }
    if (svg.id === 'load') {
      const points = LOAD.filter(({key}) => shows('load', key)).flatMap(({name, of}) =>
          run.scheduled.map((rate, i) => [rate, of(run)[i], i, name]).filter(([, ms]) => ms !== null));
      const dot = nearest(at, points, here);
      return dot ? `${spell(run, dot[2])}: ${dot[3]} ${millis(dot[1])}\n${count(dot[0])} requests due per second` : '';
    }
    if (svg.id === 'nines') {
      const share = valueAt(at, here[0]);
      const x = share === null ? -9 : here[0];
      at.cross.setAttribute('x1', x);
      at.cross.setAttribute('x2', x);
      if (share === null) return '';
      const nines = share / at.x.scale.at(1);
      return [percentileAt(nines), ...runs.filter((_, i) => shows('nines', 'run' + i)).map((each) =>
          `${each.name}: ${millis(curveAt(each.curve, nines))}`)].join('\n');
    }
    return '';
  };
  tellers.unshift((target, event) => {
    const svg = target.closest('svg.plot');
    return svg && pointed(svg, event);
  });
  const percentileAt = (nines) => (100 * (1 - 10 ** -nines)).toFixed(Math.max(1, Math.ceil(nines))) + ' %';

  // Legends: a series goes and comes back by a click.
  const swatch = ({style, area, diamond, dot}) => {
    const svg = draw('svg', {viewBox: '0 0 20 12', 'aria-hidden': 'true'});
    if (area) svg.append(draw('rect', {class: style, x: 1, y: 1, width: 18, height: 10}));
    else if (diamond) svg.append(draw('path', {class: style, d: 'M10 1l5 5-5 5-5-5z'}));
    else if (dot) svg.append(draw('path', {class: 'points ' + style, d: 'M5 6h0M10 6h0M15 6h0'}));
    else svg.append(draw('path', {class: 'line ' + style, d: 'M1 6h18'}));
    return svg;
  };
  for (const [name, chart] of Object.entries(charts)) {
    byId(name + '-legend').append(...chart.series().map((series) => {
      const button = make('button');
      button.type = 'button';
      button.dataset.series = series.key;
      button.setAttribute('aria-pressed', 'true');
      button.append(swatch(series), make('span', '', series.name));
      button.addEventListener('click', () => {
        const hidden = state.hidden[name];
        if (!hidden.delete(series.key)) hidden.add(series.key);
        button.setAttribute('aria-pressed', String(!hidden.has(series.key)));
        redraw();
      });
      return button;
    }));
  }

  // Tables behind the charts are made when somebody opens them.
  const fillTable = (details) => {
    if (!details.open) return;
    const chart = charts[details.dataset.chart];
    const table = make('table');
    const head = table.createTHead().insertRow();
    for (const text of chart.heads) {
      const cell = make('th', '', text);
      cell.scope = 'col';
      head.append(cell);
    }
    const body = table.createTBody();
    for (const row of chart.rows(current())) {
      const line = body.insertRow();
      for (const text of row) line.append(make('td', '', text));
    }
    details.lastElementChild.replaceChildren(table);
  };
  for (const details of document.querySelectorAll('details[data-chart]')) {
    details.addEventListener('toggle', () => fillTable(details));
  }

  // Which run, on which scales.
  const choice = byId('choice');
  const choose = (index) => {
    state.run = index;
    [...choice.children].forEach((button, i) => button.setAttribute('aria-pressed', String(i === index)));
    state.cursor = null;
    // On paper there is no chooser that says whose the charts are.
    document.querySelectorAll('.of').forEach((name) => {
      name.textContent = runs.length > 1 ? ': ' + runs[index].name : '';
    });
    redraw();
  };
  runs.forEach((run, i) => {
    const button = make('button', '', run.name);
    button.type = 'button';
    button.addEventListener('click', () => choose(i));
    choice.append(button, ' ');
  });
  byId('same-label').hidden = runs.length < 2;
  choice.hidden = runs.length < 2;
  for (const key of ['log', 'same']) {
    byId(key).addEventListener('change', (event) => {
      state[key] = event.target.checked;
      redraw();
    });
  }
  // Tails that a linear axis would press the rest to the floor for.
  const [fast, slow] = extremes(runs.flatMap((run) => run.curve.map(([, ms]) => ms).filter((ms) => ms > 0)));
  state.log = slow > 20 * fast;
  byId('log').checked = state.log;
  if (runs.length) choose(0);
  let width = innerWidth;
  addEventListener('resize', () => {
    if (innerWidth === width || !runs.length) return;
    width = innerWidth;
    redraw();
  });
