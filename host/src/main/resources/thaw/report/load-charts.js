  // The four charts: what each draws of a run, and the figures behind it.
  const {runs} = JSON.parse(document.getElementById('data').textContent);
  const state = {
    run: 0, log: false, same: false, cursor: null,
    hidden: {latency: new Set(), rate: new Set(), load: new Set(), nines: new Set()},
  };
  const current = () => runs[state.run];
  const shows = (chart, key) => !state.hidden[chart].has(key);
  const scaled = () => (state.same ? runs : [current()]);
  const times = (run) => run.scheduled.map((_, i) => i * run.width);
  const middles = (run) => times(run).map((at) => at + run.width / 2);
  const spell = (run, i) => run.width === 1 ? `second ${i}` : `seconds ${i * run.width} to ${(i + 1) * run.width - 1}`;
  const hasCold = (run, restored) => run.cold.some((each) => each[2] === restored);

  const LATENCY = [
    {key: 'p50', name: 'p50', style: 'c-p50', of: (run) => run.response.p50},
    {key: 'p90', name: 'p90', style: 'c-p90', of: (run) => run.response.p90},
    {key: 'p99', name: 'p99', style: 'c-p99', of: (run) => run.response.p99},
    {key: 'max', name: 'max', style: 'c-max', of: (run) => run.response.max},
  ];
  const LAG = {key: 'lag', name: "generator's own lag, p99", style: 'c-lag', area: true};
  const COLD = {key: 'cold', name: 'cold starts', style: 'c-cold', diamond: true};
  const RESTORED = {key: 'restored', name: 'restored', style: 'c-restored', diamond: true};
  const RATES = [
    {key: 'scheduled', name: 'due', style: 'c-due', area: true},
    {key: 'sent', name: 'sent', style: 'c-sent dash'},
    {key: 'answered', name: 'answered', style: 'c-answered'},
    {key: 'failed', name: 'failed', style: 'c-lost'},
  ];
  const ALIVE = {key: 'environments', name: 'environments alive', style: 'c-alive'};

  const timeAxis = (width) => {
    const end = Math.max(1, ...scaled().map((run) => run.scheduled.length * run.width));
    const scale = linear(0, end, width < 500 ? 5 : 12);
    scale.ticks = scale.ticks.filter((tick) => tick <= end);
    scale.at = (value) => value / end;
    return {scale, label: (value) => value.toLocaleString('en-US'), title: "seconds since the run's begin"};
  };
  const latencyAxis = (values, title) => ({
    scale: latencyScale(values, state.log), label: latencyLabel(state.log),
    title: title + (state.log ? ', logarithmic' : ''),
  });

  const charts = {};
  charts.latency = {
    series: () => [...LATENCY, LAG, ...(runs.some((run) => hasCold(run, 0)) ? [COLD] : []),
      ...(runs.some((run) => hasCold(run, 1)) ? [RESTORED] : [])],
    draw: (svg) => {
      const run = current();
      const values = scaled().flatMap((each) => [
        ...LATENCY.filter(({key}) => shows('latency', key)).flatMap(({of}) => of(each)),
        ...(shows('latency', 'lag') ? each.lag.p99 : []),
        ...each.cold.filter(([, , kind]) => shows('latency', kind ? 'restored' : 'cold')).map(([, ms]) => ms)]);
      const at = frame(svg, {
        x: timeAxis(svg.clientWidth), y: latencyAxis(values, 'response time'),
        label: `Latency over time of ${run.name}; the figures are in the table below`});
      if (shows('latency', 'lag')) stairs(at, 'c-lag', [...times(run), run.scheduled.length * run.width], run.lag.p99, at.y.scale, true);
      for (const {key, style, of} of [...LATENCY].reverse()) {
        if (shows('latency', key)) line(at, style, middles(run), of(run));
      }
      for (const [kind, {key, style}] of [COLD, RESTORED].entries()) {
        if (shows('latency', key)) diamonds(at, style, run.cold.filter((each) => each[2] === kind));
      }
      if (!run.response.p50.some((value) => value !== null)) nothing(at, 'no request was answered as expected');
      return finish(at);
    },
    text: (run, i) => `${spell(run, i)}: ` + LATENCY.map(({name, of}) => `${name} ${millis(of(run)[i])}`).join(', ')
        + `; generator's lag p99 ${millis(run.lag.p99[i])}`
        + coldText(run.cold.filter(([due]) => Math.floor(due / run.width) === i)),
    heads: ['second', 'p50 ms', 'p90 ms', 'p99 ms', 'max ms', "generator's lag p99 ms", 'lag max ms', 'cold starts'],
    rows: (run) => times(run).map((second, i) => [count(second), ...LATENCY.map(({of}) => figure(of(run)[i])),
      figure(run.lag.p99[i]), figure(run.lag.max[i]), count(run.cold.filter(([due]) => Math.floor(due / run.width) === i).length)]),
  };
  const coldText = (cold) => cold.length ? `; ${cold.length} cold start${cold.length > 1 ? 's' : ''}, slowest `
      + millis(Math.max(...cold.map(([, ms]) => ms))) : '';

  charts.rate = {
    series: () => [...RATES, ...(runs.some((run) => run.environments.some((each) => each !== null)) ? [ALIVE] : [])],
    draw: (svg) => {
      const run = current();
      const most = extremes(scaled().flatMap((each) =>
          RATES.filter(({key}) => shows('rate', key)).flatMap(({key}) => each[key])))[1];
      const alive = extremes(scaled().flatMap((each) => each.environments.filter((value) => value !== null)))[1];
      const plain = (value) => value.toLocaleString('en-US');
      const at = frame(svg, {
        x: timeAxis(svg.clientWidth), y: {scale: linear(0, Math.max(1, most), 6), label: plain, title: 'per second'},
        y2: alive > 0 && shows('rate', 'environments')
            ? {scale: linear(0, Math.max(4, alive), 4), label: plain, title: 'environments alive'} : null,
        label: `Requests and responses per second of ${run.name}; the figures are in the table below`});
      const borders = [...times(run), run.scheduled.length * run.width];
      for (const {key, style, area} of RATES) {
        if (shows('rate', key)) stairs(at, style, borders, run[key], at.y.scale, area);
      }
      if (at.y2) stairs(at, 'c-alive', borders, run.environments, at.y2.scale, false);
      return finish(at);
    },
    text: (run, i) => `${spell(run, i)}: ` + RATES.map(({key, name}) => `${count(run[key][i])} ${name}`).join(', ')
        + (run.width > 1 ? ' per second' : '')
        + (run.environments[i] === null ? '' : `; ${run.environments[i]} environments alive`),
    heads: ['second', 'due', 'sent', 'answered', 'failed', 'environments alive'],
    rows: (run) => times(run).map((second, i) => [count(second), ...RATES.map(({key}) => count(run[key][i])), count(run.environments[i])]),
  };

  const LOAD = [LATENCY[2], LATENCY[0]].map((each) => ({...each, dot: true}));
  const loadPoints = (run, of) => run.scheduled.map((rate, i) => [rate, of(run)[i]]).filter(([, ms]) => ms !== null);
  charts.load = {
    series: () => [...LOAD].reverse(),
    draw: (svg) => {
      const run = current();
      const shown = LOAD.filter(({key}) => shows('load', key));
      const most = extremes(scaled().flatMap((each) => each.scheduled))[1];
      const at = frame(svg, {
        x: {scale: linear(0, Math.max(1, most), svg.clientWidth < 500 ? 5 : 10), label: (value) => value.toLocaleString('en-US'), title: 'requests due per second'},
        y: latencyAxis(scaled().flatMap((each) => shown.flatMap(({of}) => of(each))), 'response time'),
        label: `Latency over throughput of ${run.name}; the figures are in the table below`});
      for (const {key, style, of} of LOAD) if (shows('load', key)) dots(at, style, loadPoints(run, of));
      return finish(at);
    },
    heads: ['requests due per second', 'second', 'p50 ms', 'p99 ms'],
    rows: (run) => run.scheduled.map((rate, i) => [rate, i]).sort(([a], [b]) => a - b)
        .map(([rate, i]) => [count(rate), count(i * run.width), figure(run.response.p50[i]), figure(run.response.p99[i])]),
  };

  // Percentiles by their nines: 90 %, 99 %, 99.9 % are as far from each other.
  const percentile = (nines) => {
    const share = 100 * (1 - 10 ** -nines);
    return share.toFixed(Math.max(0, Math.ceil(nines - 1.0001))).replace(/(\.\d*?)0+$/, '$1').replace(/\.$/, '') + ' %';
  };
  const WARM = {key: 'warm', name: 'without cold starts', style: 'c-max dash'};
  const anyWarm = runs.some((run) => run.warmCurve.length);
  const NINES = [0, Math.log10(2), 1, 2, 3, 4, 5, 6];
  charts.nines = {
    series: () => [...runs.map((run, i) => ({key: 'run' + i, name: run.name, style: 's' + i % 8 + (i >= 8 ? ' dash' : '')})),
      ...(anyWarm ? [WARM] : [])],
    draw: (svg) => {
      const shown = runs.map((run, i) => [run, i]).filter(([, i]) => shows('nines', 'run' + i));
      const points = shown.flatMap(([run]) => run.curve);
      const end = Math.max(2, ...points.map(([nines]) => nines));
      const scale = {ticks: NINES.filter((nines) => nines <= end), minor: [], at: (value) => value / end};
      const at = frame(svg, {
        x: {scale, label: (value) => value === 0 ? 'min' : percentile(value), title: 'share of the requests that were as fast or faster'},
        y: latencyAxis(points.map(([, ms]) => ms), 'response time'),
        label: 'Response time by percentile of all runs; the figures are in the table below'});
      for (const [run, i] of shown) {
        if (shows('nines', 'warm') && run.warmCurve.length) {
          line(at, `s${i % 8} dash`, run.warmCurve.map(([nines]) => nines), run.warmCurve.map(([, ms]) => ms));
        }
        line(at, `s${i % 8}`, run.curve.map(([nines]) => nines), run.curve.map(([, ms]) => ms));
      }
      if (!points.length) nothing(at, 'no request was answered as expected');
      return finish(at);
    },
    heads: ['run', ...NINES.map((nines) => nines ? percentile(nines) : 'min').map((name) => name + ', ms'), 'max, ms'],
    rows: () => runs.map((run) => [run.name, ...NINES.map((nines) => figure(curveAt(run.curve, nines))),
      figure(run.curve.length ? run.curve.at(-1)[1] : null)]),
  };
  // Null beyond the share at which one request is left.
  const curveAt = (curve, nines) => {
    if (!curve.length || nines > curve.at(-1)[0] + 1e-9) return null;
    return curve.find(([at]) => at >= nines - 1e-9)[1];
  };
