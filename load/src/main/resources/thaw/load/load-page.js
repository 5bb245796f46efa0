  const redraw = () => {
    Object.values(charts).forEach((each) => each.draw());
    showMoment(state.cursor);
    for (const details of document.querySelectorAll('details[data-chart]')) fillTable(details);
  };

  // One moment in the charts over time.
  const TIMED = ['latency', 'rate', 'alive', 'cpu'];
  const HINTS = {
    latency: 'Point at the chart, or focus it and use the arrow keys, for one second\u2019s figures.',
    rate: 'The charts over time have one cursor.',
    alive: '',
    cpu: '',
    heat: 'Each cell is one second and one range of response times. Point at one for its figures.',
    load: 'Each dot is one second. Point at one for its figures.',
    nines: 'Point at the chart for each run\u2019s figure.',
  };
  for (const [name, hint] of Object.entries(HINTS)) say(name, hint);
  const showMoment = (index) => {
    const run = current();
    state.cursor = index === null || !run.scheduled.length ? null
        : Math.min(run.scheduled.length - 1, Math.max(0, index));
    for (const name of TIMED) {
      say(name, state.cursor === null ? HINTS[name] : charts[name].text(run, state.cursor));
    }
  };
  for (const name of TIMED) {
    byId(name).addEventListener('keydown', (event) => {
      const step = {ArrowRight: 1, ArrowLeft: -1, PageUp: 10, PageDown: -10}[event.key];
      const plot = plots[name];
      if (plot && event.key === 'Escape') plot.setCursor({left: -10, top: -10});
      if (!plot || !step) return;
      event.preventDefault();
      showMoment(state.cursor === null ? 0 : state.cursor + step);
      plot.setCursor({left: plot.valToPos((state.cursor + 0.5) * current().width, 'x'), top: 10});
    });
  }
  tellers.unshift((target, event) => {
    const id = target.closest('.uplot')?.parentNode.id;
    return id && charts[id].tip?.(plots[id], event);
  });

  // Legends: a series goes and comes back by a click.
  const swatch = ({ink, style}) => {
    const mark = make('i', 'swatch ' + (style || ''));
    mark.style.color = `var(--${ink})`;
    return mark;
  };
  for (const [name, each] of Object.entries(charts)) {
    byId(name + '-legend').append(...each.series().map((series) => {
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
    const each = charts[details.dataset.chart];
    const table = make('table');
    const head = table.createTHead().insertRow();
    for (const text of each.heads) {
      const cell = make('th', '', text);
      cell.scope = 'col';
      head.append(cell);
    }
    const body = table.createTBody();
    for (const row of each.rows(current())) {
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
  byId('cpu-figure').hidden = !runs.some((run) => known(run.cpu).length);
  byId('alive-figure').hidden = !runs.some((run) => known(run.environments).length);
  byId('same-label').hidden = runs.length < 2;
  choice.hidden = runs.length < 2;
  for (const key of ['log', 'same']) {
    byId(key).addEventListener('change', (event) => {
      state[key] = event.target.checked;
      redraw();
    });
  }
  // Tails that a linear axis would press the rest to the floor for.
  const all = runs.flatMap((run) => run.curve.map(([, ms]) => ms).filter((ms) => ms > 0));
  state.log = most(all) > 20 * all.reduce((a, b) => Math.min(a, b), Infinity);
  byId('log').checked = state.log;
  if (runs.length) choose(0);
  let width = innerWidth;
  addEventListener('resize', () => {
    if (innerWidth === width || !runs.length) return;
    width = innerWidth;
    redraw();
  });
