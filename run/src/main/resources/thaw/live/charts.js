  // Charts of the time that is chosen, of one function or of all.
  const chartFunctions = () => {
    const name = byId('chart-function').value;
    return name ? [state.functions.get(name)].filter(Boolean) : functionsByName();
  };
  // From the first spell that is known, rounded up.
  const SPANS = [0.5, 1, 2, 5, 10, 15, 30, 60];
  const sinceFirst = (end) => {
    let first = end;
    for (const each of state.functions.values()) {
      for (const at of each.spells.keys()) first = Math.min(first, at);
    }
    return SPANS.find((minutes) => minutes * 60000 >= end - first) || 60;
  };
  const SPELL = 5000;
  const spellsOf = (functions) => functions.flatMap((each) =>
      [...each.spells.values()].filter((spell) => spell.at + SPELL > time.begin)).sort((a, b) => a.at - b.at);
  const NOTHING = 'no invocation in this time';
  const MOST_SERIES = 6;

  // What the charts show; uPlot asks for it whenever it draws.
  const time = {begin: 0, end: 1};
  const latency = {warm: [], cold: [], failed: [], range: [1, 10]};
  const cold = {columns: []};
  const memory = {series: [], ceiling: 1, empty: true};
  const powers = (low, high) => low > high ? [] : [low, ...powers(low * 10, high)];
  const TIME_STEPS = [5, 10, 15, 30, 60, 120, 300, 600, 900, 1800].map((seconds) => seconds * 1000);
  const timed = (y, more, yAxis) => ({
    scales: {x: {time: false, range: () => [time.begin, time.end]}, y},
    axes: [axis({size: 24, incrs: TIME_STEPS, space: 90, values: (_, values) => values.map(clock)}), axis({size: 56, ...yAxis})],
    cursor: {x: false}, padding: [10, 26, 0, 0], ...more,
  });
  const LATENCY = timed({distr: 3, range: () => latency.range}, {
    series: [{}, line('quiet', {width: 1.4, dash: dashed(4, 3)}), line('warm', {width: 1.6})],
    hooks: {draw: [(plot) => {
      marks(plot, 'dot', 2.75, faded('warm', 70), latency.warm);
      marks(plot, 'diamond', 5, colour('cold'), latency.cold);
      marks(plot, 'cross', 4, colour('failed'), latency.failed);
      if (!invocations().length && !known(plot.data[1]).length) remark(plot, NOTHING);
    }]},
  }, {splits: () => powers(...latency.range), values: (_, values) => values.map(duration)});
  const COLD = timed({range: () => [0, 1]}, {
    series: [{}, line('cold')],
    hooks: {draw: [(plot) => {
      boxes(plot, colour('grid'), cold.columns.map(({start, length}) => [start, start + length, 1]));
      boxes(plot, colour('cold'), cold.columns.filter((each) => each.cold).map((each) =>
          [each.start, each.start + each.length, Math.max(0.02, each.cold / each.requests)]));
      if (!cold.columns.length) remark(plot, NOTHING);
    }]},
  }, {splits: () => [0, 0.5, 1], values: (_, values) => values.map((share) => 100 * share + ' %')});
  const MEMORY = timed({range: () => [0, memory.ceiling]}, {
    series: [{}, line('failed', {width: 1.3, dash: dashed(5, 4)}), ...Array.from({length: MOST_SERIES}, (_, i) =>
        line('s' + i, {width: 2, points: {show: true, size: 5, fill: () => colour('s' + i)}}))],
    hooks: {draw: [(plot) => { if (memory.empty) remark(plot, NOTHING); }]},
  }, {space: 40, values: (_, values) => values.map(whole)});

  const invocations = () => [...latency.warm, ...latency.cold, ...latency.failed];
  const point = (request) => [request.begun, request.totalMs, request];
  // Quantiles of fewer requests than this say little: a step then takes more of the time.
  const FEWEST = 20;
  const ranked = (sorted, percent) => sorted[Math.max(0, Math.ceil(percent / 100 * sorted.length) - 1)];
  const binOf = (requests) => {
    const sorted = requests.map((each) => each.totalMs).sort((a, b) => a - b);
    const at = requests[0].begun;
    return {isStep: true, at, end: Math.max(at + 1000, requests[requests.length - 1].begun), p50Ms: ranked(sorted, 50), p99Ms: ranked(sorted, 99)};
  };
  // Of all requests, when all are kept; of those in spells of five seconds otherwise, which only one function can have.
  const quantilesOf = (busy, requests) => {
    const spells = spellsOf(busy);
    const all = spells.reduce((sum, spell) => sum + spell.requests, 0);
    if (all > requests.length * 1.05) {
      return busy.length === 1 ? spells.map((spell) => ({...spell, end: spell.at + SPELL})) : [];
    }
    const bins = [];
    let bin = [];
    for (const request of [...requests].sort((a, b) => a.begun - b.begun)) {
      bin.push(request);
      if (bin.length >= FEWEST && request.begun - bin[0].begun >= SPELL) {
        bins.push(bin);
        bin = [];
      }
    }
    // The rest is too little for a step of its own.
    if (bin.length && (bin.length >= FEWEST || !bins.length)) bins.push(bin);
    else if (bin.length) bins[bins.length - 1] = [...bins[bins.length - 1], ...bin];
    return bins.map(binOf);
  };
  const drawLatency = () => {
    const functions = chartFunctions();
    const names = new Set(functions.map((each) => each.name));
    const requests = [...state.requests.values()].filter((request) => request.totalMs !== undefined
        && names.has(request.function) && request.begun >= time.begin);
    const busy = functions.filter((each) => each.requests > 0);
    const spells = quantilesOf(busy, requests);
    latency.failed = requests.filter(isFailed).map(point);
    latency.cold = requests.filter((each) => !isFailed(each) && each.start !== 'warm').map(point);
    latency.warm = requests.filter((each) => !isFailed(each) && each.start === 'warm').map(point);
    const values = [...requests.map((request) => request.totalMs), ...spells.flatMap((spell) => [spell.p50Ms, spell.p99Ms])];
    latency.range = values.length ? decades(values.map((ms) => Math.max(0.01, ms) * 1.05)) : [1, 10];
    // A line ends where more than two spells have nothing.
    const points = spells.flatMap((spell, i) => [
      ...(i && spell.at - spells[i - 1].end > 2 * SPELL ? [[spell.at - 1, null, null]] : []),
      ...(spell.isStep ? [[spell.at, spell.p99Ms, spell.p50Ms], [spell.end, spell.p99Ms, spell.p50Ms]]
          : [[(spell.at + spell.end) / 2, spell.p99Ms, spell.p50Ms]])]);
    const data = points.length ? [0, 1, 2].map((i) => points.map((each) => each[i])) : [[time.begin, time.end], [null, null], [null, null]];
    const text = values.length
        ? `${plural(requests.length, 'invocation')} shown, slowest ${figure(most(requests.map((each) => each.totalMs)))} ms; click one to open it` : '';
    setText(byId('latency-text'), text);
    refresh('latency', 230, 'Latency: ' + (text || NOTHING), LATENCY, data);
  };
  const near = make('i', 'near');
  const pointed = (event) => plots.latency && nearest(plots.latency, invocations(), event, 22)?.[2];
  byId('latency').addEventListener('click', (event) => {
    const request = pointed(event);
    if (request) openDetail(request.id);
  });
  tellers.unshift((target, event) => {
    if (!target.closest('#latency')) return '';
    const request = pointed(event);
    near.hidden = !request;
    if (!request) return '';
    plots.latency.over.append(near);
    near.style.left = plots.latency.valToPos(request.begun, 'x') + 'px';
    near.style.top = plots.latency.valToPos(request.totalMs, 'y') + 'px';
    return `${versioned(request)}, ${START_WORDS[request.start]}\n${figure(request.totalMs)} ms at ${exactClock(request.begun)}`
        + (request.errorType ? '\n' + request.errorType : '');
  }, (target, event) => {
    if (!target.closest('#cold')) return '';
    const at = plots.cold.posToVal(event.clientX - plots.cold.over.getBoundingClientRect().left, 'x');
    const found = cold.columns.find(({start, length}) => at >= start && at < start + length);
    return found && `${clock(found.start)}\n${whole(found.cold)} cold of ${plural(found.requests, 'invocation')}`;
  });

  // A column stands for five seconds or more, sixty of them for the whole width.
  const drawCold = () => {
    const length = Math.max(SPELL, (time.end - time.begin) / 60);
    const found = new Map();
    for (const spell of spellsOf(chartFunctions())) {
      const start = Math.floor(spell.at / length) * length;
      const column = found.get(start) || {start, length, requests: 0, cold: 0};
      column.requests += spell.requests;
      column.cold += spell.cold;
      found.set(start, column);
    }
    cold.columns = [...found.values()].filter((each) => each.start + length > time.begin && each.requests);
    const sum = (of) => cold.columns.reduce((all, each) => all + each[of], 0);
    const text = cold.columns.length
        ? `${whole(sum('cold'))} of ${plural(sum('requests'), 'invocation')}, ${percent(sum('cold'), sum('requests'))}` : '';
    setText(byId('cold-text'), text);
    refresh('cold', 150, 'Cold-start share: ' + (text || NOTHING), COLD, [[time.begin, time.end], [null, null]]);
  };

  // The memory size that all of them have; 0 where they differ.
  const limitOf = (series) => {
    const sizes = new Set(series.map((each) => each.of.memorySizeMiB));
    return sizes.size === 1 ? [...sizes][0] || 0 : 0;
  };
  const drawMemory = () => {
    const all = chartFunctions().map((of) => ({of, spells: spellsOf([of])}))
        .filter((each) => each.spells.length)
        .sort((a, b) => b.of.maxMemoryMiB - a.of.maxMemoryMiB);
    const series = all.slice(0, MOST_SERIES);
    memory.empty = !series.length;
    const named = series.length > 1 ? series.map((each, i) => ({name: each.of.name, ink: 's' + i})) : [];
    if (limitOf(series)) named.push({name: 'memory size', ink: 'failed', style: ' dash'});
    keyed(byId('memory-legend'), named,
        ({name, ink}) => ink + name, ({name, ink, style}) => {
          const entry = make('span');
          const mark = make('i', 'swatch' + (style || ''));
          mark.style.color = `var(--${ink})`;
          entry.append(mark, name);
          return entry;
        }, nothingChanges);
    const used = most(series.flatMap((each) => each.spells.map((spell) => spell.maxMemoryMiB)));
    const limit = limitOf(series);
    memory.ceiling = Math.max(used * 1.25, limit * 1.08) || 1;
    const text = memory.empty ? '' : `MB used at most: ${whole(used)}` + (limit ? ` of ${whole(limit)}` : '')
        + (all.length > MOST_SERIES ? `; the ${MOST_SERIES} largest of ${all.length} functions` : '');
    setText(byId('memory-text'), text);
    const lines = Array.from({length: MOST_SERIES}, (_, i) => series[i] ? [
      series[i].spells.map((spell) => Math.max(time.begin, spell.at + SPELL / 2)),
      series[i].spells.map((spell) => spell.maxMemoryMiB)] : [[time.begin], [null]]);
    refresh('memory', 150, text || 'Memory: ' + NOTHING, MEMORY,
        uPlot.join([[[time.begin, time.end], limit ? [limit, limit] : [null, null]], ...lines]));
  };
  const renderCharts = () => {
    time.end = now();
    time.begin = time.end - (Number(byId('chart-window').value) || sinceFirst(time.end)) * 60000;
    drawLatency();
    drawCold();
    drawMemory();
    drawMachine();
  };
  byId('chart-window').addEventListener('input', renderCharts);
  addEventListener('resize', renderCharts);
