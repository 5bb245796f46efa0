  // Charts: SVG of the width that there is, drawn anew when something has changed.
  const LEFT = 46;
  const BOTTOM = 20;
  const TOP = 8;
  const chartFunctions = () => {
    const name = byId('chart-function').value;
    return name ? [state.functions.get(name)].filter(Boolean) : functionsByName();
  };
  // From the first spell that is known, rounded up.
  const SPANS = [0.5, 1, 2, 5, 10, 15, 30, 60];
  const sinceFirst = (end) => {
    let first = end;
    for (const known of state.functions.values()) {
      for (const at of known.spells.keys()) first = Math.min(first, at);
    }
    return SPANS.find((minutes) => minutes * 60000 >= end - first) || 60;
  };
  const frame = (id) => {
    const svg = byId(id);
    const width = Math.max(200, svg.clientWidth);
    const height = Number(svg.getAttribute('height'));
    const end = now();
    const minutes = Number(byId('chart-window').value) || sinceFirst(end);
    const begin = end - minutes * 60000;
    const x = (at) => LEFT + (width - LEFT - 6) * (at - begin) / (end - begin);
    return {svg, width, height, begin, end, minutes, x, floor: height - BOTTOM, parts: []};
  };
  const TIME_STEPS = [5, 10, 15, 30, 60, 120, 300, 600, 900, 1800].map((seconds) => seconds * 1000);
  const timeAxis = (at) => {
    const least = at.minutes * 60000 / (at.width < 420 ? 2.5 : 7);
    const step = TIME_STEPS.find((each) => each >= least) || TIME_STEPS.at(-1);
    for (let time = Math.ceil(at.begin / step) * step; time <= at.end; time += step) {
      const x = at.x(time).toFixed(1);
      at.parts.push(draw('line', {class: 'grid', x1: x, x2: x, y1: TOP, y2: at.floor}));
      if (at.x(time) > LEFT + 14 && at.x(time) < at.width - 24) {
        at.parts.push(draw('text', {x, y: at.height - 5, 'text-anchor': 'middle'}, clock(time)));
      }
    }
  };
  const level = (at, y, label) => {
    at.parts.push(draw('line', {class: 'grid', x1: LEFT, x2: at.width - 6, y1: y.toFixed(1), y2: y.toFixed(1)}));
    at.parts.push(draw('text', {x: LEFT - 6, y: (y + 4).toFixed(1), 'text-anchor': 'end'}, label));
  };
  const nothing = (at, text) => {
    at.parts.push(draw('text', {class: 'none', x: at.width / 2, y: at.height / 2}, text));
  };
  const finish = (at, label) => {
    at.svg.setAttribute('viewBox', `0 0 ${at.width} ${at.height}`);
    at.svg.setAttribute('aria-label', label);
    at.svg.replaceChildren(...at.parts);
  };
  const spellsOf = (at, functions) => functions.flatMap((known) =>
      [...known.spells.values()].filter((spell) => spell.at + 5000 > at.begin));

  let latencyPoints = [];
  const path = (style, d) => draw('path', {class: style, d});
  const latencyRange = (values) => {
    const low = Math.floor(Math.log10(Math.max(0.01, Math.min(...values))));
    const high = Math.ceil(Math.log10(Math.max(...values) * 1.05));
    return [low, Math.max(high, low + 1)];
  };
  const drawLatency = () => {
    const at = frame('latency');
    const functions = chartFunctions();
    const names = new Set(functions.map((known) => known.name));
    const requests = [...state.requests.values()].filter((request) => request.totalMs !== undefined
        && names.has(request.function) && request.begun >= at.begin);
    const only = functions.filter((known) => known.requests > 0).length === 1
        ? functions.find((known) => known.requests > 0) : null;
    const spells = only ? spellsOf(at, [only]) : [];
    latencyPoints = [];
    if (!requests.length && !spells.length) {
      nothing(at, 'no invocation in this time');
      setText(byId('latency-text'), '');
      finish(at, 'Latency: no invocation in this time');
      return;
    }
    const values = [...requests.map((request) => request.totalMs),
      ...spells.flatMap((spell) => [spell.p50Ms, spell.p99Ms])];
    const [low, high] = latencyRange(values);
    const y = (ms) => {
      const share = (Math.log10(Math.max(ms, 10 ** low)) - low) / (high - low);
      return at.floor - share * (at.floor - TOP - 4);
    };
    timeAxis(at);
    for (let power = low; power <= high; power++) {
      const ms = 10 ** power;
      level(at, y(ms), ms >= 1000 ? `${ms / 1000} s` : `${ms} ms`);
    }
    const line = (key) => spells.sort((a, b) => a.at - b.at).map((spell, i) =>
        `${i && spell.at - spells[i - 1].at <= 15000 ? 'L' : 'M'}${at.x(spell.at + 2500).toFixed(1)} ${y(spell[key]).toFixed(1)}`).join('');
    if (spells.length > 1) at.parts.push(path('p99-line', line('p99Ms')), path('p50-line', line('p50Ms')));
    const marks = {warm: '', cold: '', failed: ''};
    for (const request of requests) {
      const px = at.x(request.begun);
      const py = y(request.totalMs);
      latencyPoints.push({x: px, y: py, request});
      const [a, b] = [px.toFixed(1), py.toFixed(1)];
      if (isFailed(request)) marks.failed += `M${(px - 4).toFixed(1)} ${(py - 4).toFixed(1)}l8 8m0-8l-8 8`;
      else if (request.start !== 'warm') marks.cold += `M${a} ${(py - 5).toFixed(1)}l5 5-5 5-5-5z`;
      else marks.warm += `M${a} ${b}h0`;
    }
    at.parts.push(path('warm-mark', marks.warm), path('cold-mark', marks.cold), path('failed-mark', marks.failed),
        draw('circle', {class: 'near', r: 8, cx: -20, cy: -20}));
    const slowest = requests.reduce((most, request) => Math.max(most, request.totalMs), 0);
    const text = `${plural(requests.length, 'invocation')} shown, slowest ${figure(slowest)} ms; click one to open it`;
    setText(byId('latency-text'), text);
    finish(at, 'Latency: ' + text);
  };
  const nearest = (event) => {
    const box = byId('latency').getBoundingClientRect();
    const [x, y] = [event.clientX - box.left, event.clientY - box.top];
    let best = null;
    let least = 22 * 22;
    for (const point of latencyPoints) {
      const distance = (point.x - x) ** 2 + (point.y - y) ** 2;
      if (distance < least) {
        least = distance;
        best = point;
      }
    }
    return best;
  };
  byId('latency').addEventListener('click', (event) => {
    const point = nearest(event);
    if (point) openDetail(point.request.id);
  });

  // A column stands for five seconds or more, sixty of them for the whole width.
  const columns = (at, functions) => {
    const length = Math.max(5000, at.minutes * 60000 / 60);
    const found = new Map();
    for (const spell of spellsOf(at, functions)) {
      const start = Math.floor(spell.at / length) * length;
      const column = found.get(start) || {start, length, requests: 0, cold: 0};
      column.requests += spell.requests;
      column.cold += spell.cold;
      found.set(start, column);
    }
    return [...found.values()].filter((column) => column.start + length > at.begin);
  };
  const drawCold = () => {
    const at = frame('cold');
    const found = columns(at, chartFunctions());
    const requests = found.reduce((sum, column) => sum + column.requests, 0);
    const cold = found.reduce((sum, column) => sum + column.cold, 0);
    const text = requests ? `${whole(cold)} of ${plural(requests, 'invocation')}, ${percent(cold, requests)}` : '';
    setText(byId('cold-text'), text);
    if (!requests) {
      nothing(at, 'no invocation in this time');
      finish(at, 'Cold-start share: no invocation in this time');
      return;
    }
    timeAxis(at);
    const y = (share) => at.floor - share * (at.floor - TOP);
    [0, 0.5, 1].forEach((share) => level(at, y(share), 100 * share + ' %'));
    for (const column of found) {
      const left = Math.max(LEFT, at.x(column.start) + 0.5);
      const width = Math.max(1, at.x(column.start + column.length) - 0.5 - left);
      const share = column.cold / column.requests;
      const tip = `${clock(column.start)}\n${whole(column.cold)} cold of ${plural(column.requests, 'invocation')}`;
      const box = (style, top, bottom) => draw('rect', {class: style, x: left.toFixed(1), width: width.toFixed(1),
        y: top.toFixed(1), height: Math.max(0, bottom - top).toFixed(1), 'data-tip': tip});
      at.parts.push(box('had', y(1), y(0)));
      if (share) at.parts.push(box('share', Math.min(y(share), at.floor - 2), y(0)));
    }
    finish(at, 'Cold-start share: ' + text);
  };

  const MOST_SERIES = 6;
  const drawMemory = () => {
    const at = frame('memory');
    const all = chartFunctions().map((known) => ({known, spells: spellsOf(at, [known])}))
        .filter((each) => each.spells.length)
        .sort((a, b) => b.known.maxMemoryMiB - a.known.maxMemoryMiB);
    const series = all.slice(0, MOST_SERIES);
    byId('memory-legend').replaceChildren(...(series.length > 1 ? series.map((each, i) => {
      const entry = make('span');
      const mark = draw('svg', {width: 12, height: 12, 'aria-hidden': 'true'});
      mark.append(draw('path', {class: 'series s' + i, d: 'M0 6h12'}));
      entry.append(mark, each.known.name);
      return entry;
    }) : []));
    if (!series.length) {
      setText(byId('memory-text'), '');
      nothing(at, 'no invocation in this time');
      finish(at, 'Memory: no invocation in this time');
      return;
    }
    const most = Math.max(...series.flatMap((each) => each.spells.map((spell) => spell.maxMemoryMiB)));
    const limit = series.length === 1 ? series[0].known.memorySizeMiB : 0;
    const ceiling = limit && most > limit * 0.3 ? Math.max(most, limit) * 1.08 : most * 1.25 || 1;
    const y = (mib) => at.floor - mib / ceiling * (at.floor - TOP);
    timeAxis(at);
    const raw = ceiling / 3;
    const power = 10 ** Math.floor(Math.log10(raw));
    const step = [1, 2, 5, 10].map((each) => each * power).find((each) => each >= raw);
    for (let mib = 0; mib <= ceiling; mib += step) level(at, y(mib), whole(mib));
    if (limit && limit <= ceiling) {
      at.parts.push(draw('line', {class: 'limit', x1: LEFT, x2: at.width - 6, y1: y(limit).toFixed(1), y2: y(limit).toFixed(1)}));
    }
    series.forEach((each, i) => {
      const points = each.spells.sort((a, b) => a.at - b.at)
          .map((spell) => `${Math.max(LEFT, at.x(spell.at + 2500)).toFixed(1)} ${y(spell.maxMemoryMiB).toFixed(1)}`);
      at.parts.push(path('series s' + i, 'M' + points.join('L')));
      at.parts.push(path('series-dot s' + i, points.map((point) => `M${point}h0`).join('')));
    });
    const text = `MB used at most: ${whole(most)}` + (limit ? ` of ${whole(limit)}` : '')
        + (all.length > MOST_SERIES ? `; the ${MOST_SERIES} largest of ${all.length} functions` : '');
    setText(byId('memory-text'), text);
    finish(at, text);
  };
  const renderCharts = () => {
    drawLatency();
    drawCold();
    drawMemory();
  };
  byId('chart-window').addEventListener('input', renderCharts);
  addEventListener('resize', renderCharts);
