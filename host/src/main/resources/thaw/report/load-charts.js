  // The four charts: what each draws of a run, and the figures behind it.
  const {runs} = JSON.parse(byId('data').textContent);
  const state = {
    run: 0, log: false, same: false, cursor: null,
    hidden: {latency: new Set(), rate: new Set(), load: new Set(), nines: new Set()},
  };
  const current = () => runs[state.run];
  const shows = (chart, key) => !state.hidden[chart].has(key);
  const scaled = () => (state.same ? runs : [current()]);
  const times = (run) => run.scheduled.map((_, i) => i * run.width);
  const spell = (run, i) => run.width === 1 ? `second ${i}` : `seconds ${i * run.width} to ${(i + 1) * run.width - 1}`;
  const hasCold = (run, restored) => run.cold.some((each) => each[2] === restored);

  // Three significant digits down to 1 µs, as in the tables.
  const exact = (value) => {
    if (value === null || value === undefined) return '–';
    const size = Math.abs(value);
    const digits = size >= 99.95 || size < 0.0005 ? 0 : size >= 9.995 ? 1 : size >= 0.9995 ? 2 : 3;
    return value.toLocaleString('en-US', {minimumFractionDigits: digits, maximumFractionDigits: digits});
  };
  const count = (value) => value === null ? '–' : value.toLocaleString('en-US', {maximumFractionDigits: 1});
  const millis = (value) => value === null ? '–' : exact(value) + '\u00a0ms';

  const LATENCY = ['p50', 'p90', 'p99', 'max'].map((key) => ({key, name: key, ink: key, of: (run) => run.response[key]}));
  const LAG = {key: 'lag', name: "generator's own lag, p99", ink: 'lag', style: 'area'};
  const COLD = [
    {key: 'cold', name: 'cold starts', ink: 'cold', style: 'diamond'},
    {key: 'restored', name: 'restored', ink: 'restored', style: 'diamond'},
  ];
  const RATES = [
    {key: 'scheduled', name: 'due', ink: 'due', style: 'area'},
    {key: 'sent', name: 'sent', ink: 'sent', style: 'dash'},
    {key: 'answered', name: 'answered', ink: 'answered'},
    {key: 'failed', name: 'failed', ink: 'lost'},
  ];
  const ALIVE = {key: 'environments', name: 'environments alive', ink: 'alive'};
  const LOAD = [LATENCY[2], LATENCY[0]].map((each) => ({...each, style: 'dots'}));
  const WARM = {key: 'warm', name: 'without cold starts', ink: 'max', style: 'dash'};
  const DASH = dashed(5, 4);
  const NO_ANSWER = 'no request was answered as expected';

  // A second's value holds to its end; the last one has no next one.
  const held = (values) => [...values, values.at(-1) ?? null];
  const ends = (run) => [...times(run), run.scheduled.length * run.width];
  const plain = (values) => values.map((value) => value === null ? '' : value.toLocaleString('en-US'));
  const timeScale = () => {
    const end = Math.max(1, ...scaled().map((run) => run.scheduled.length * run.width));
    return {time: false, range: () => [0, end]};
  };
  const latencyScale = (values) => {
    if (state.log && known(values).some((value) => value > 0)) {
      const range = decades(values.map((value) => value && Math.max(value, 0.001)));
      return {distr: 3, range: () => range};
    }
    return {range: (_, low, high) => uPlot.rangeNum(0, Math.max(0.001, most(values)), {min: {pad: 0, hard: 0, mode: 1}, max: {pad: 0.05}})};
  };
  const latencyAxis = (title) => axis({
    size: 56, label: title + (state.log ? ', logarithmic' : ''),
    values: (_, values) => values.map((value) => value === null ? '' : state.log ? duration(value) : count(value) + ' ms'),
  });
  const timeAxis = () => axis({label: "seconds since the run's begin", size: 28, values: (_, values) => plain(values)});
  const height = (id) => byId(id).clientWidth < 500 ? 250 : 330;
  const label = (what) => `${what}; ${state.log ? 'logarithmic; ' : ''}the figures are in the table below`;
  // One cursor for both charts over time.
  const timed = {sync: {key: 'time', scales: ['x', null]}};
  const moved = (plot) => {
    const at = plot.cursor.left;
    showMoment(at === undefined || at < 0 ? null : Math.floor(plot.posToVal(at, 'x') / current().width));
  };

  const charts = {
    latency: {
      series: () => [...LATENCY, LAG, ...COLD.filter((_, kind) => runs.some((run) => hasCold(run, kind)))],
      draw: () => {
        const run = current();
        const cold = (each) => each.cold.filter(([, , kind]) => shows('latency', COLD[kind].key));
        const values = scaled().flatMap((each) => [
          ...LATENCY.filter(({key}) => shows('latency', key)).flatMap(({of}) => of(each)),
          ...(shows('latency', 'lag') ? each.lag.p99 : []), ...cold(each).map(([, ms]) => ms)]);
        const shown = [...LATENCY].reverse().filter(({key}) => shows('latency', key));
        const lag = shows('latency', 'lag') ? held(run.lag.p99) : ends(run).map(() => null);
        chart('latency', height('latency'), label('Latency over time of ' + run.name), {
          scales: {x: timeScale(), y: latencyScale(values)},
          axes: [timeAxis(), latencyAxis('response time')],
          series: [{}, stairs('lag', {width: 0, fill: () => faded('lag', 45)}),
            ...shown.map(({key, ink}) => line(ink, {width: key === 'max' ? 1.1 : 1.8}))],
          cursor: timed,
          hooks: {
            draw: [(plot) => COLD.forEach(({ink}, kind) =>
                marks(plot, 'diamond', 4.5, colour(ink), cold(run).filter((each) => each[2] === kind))),
            (plot) => { if (!known(run.response.p50).length) remark(plot, NO_ANSWER); }],
            setCursor: [moved],
          },
        }, uPlot.join([[ends(run), lag],
          [times(run).map((at) => at + run.width / 2), ...shown.map(({of}) => of(run))]]));
      },
      text: (run, i) => `${spell(run, i)}: ` + LATENCY.map(({name, of}) => `${name} ${millis(of(run)[i])}`).join(', ')
          + `; generator's lag p99 ${millis(run.lag.p99[i])}`
          + coldText(run.cold.filter(([due]) => Math.floor(due / run.width) === i)),
      tip: (plot, event) => {
        const cold = nearest(plot, current().cold.filter(([, , kind]) => shows('latency', COLD[kind].key)), event, 14);
        return cold && `${cold[2] ? 'restored' : 'cold start'}: ${millis(cold[1])}\nrequest due at second ${exact(cold[0])}`;
      },
      heads: ['second', 'p50 ms', 'p90 ms', 'p99 ms', 'max ms', "generator's lag p99 ms", 'lag max ms', 'cold starts'],
      rows: (run) => times(run).map((second, i) => [count(second), ...LATENCY.map(({of}) => exact(of(run)[i])),
        exact(run.lag.p99[i]), exact(run.lag.max[i]), count(run.cold.filter(([due]) => Math.floor(due / run.width) === i).length)]),
    },
    rate: {
      series: () => [...RATES, ...(runs.some((run) => known(run.environments).length) ? [ALIVE] : [])],
      draw: () => {
        const run = current();
        const shown = RATES.filter(({key}) => shows('rate', key));
        const top = Math.max(1, most(scaled().flatMap((each) => shown.flatMap(({key}) => each[key]))));
        const alive = shows('rate', 'environments') ? most(scaled().flatMap((each) => each.environments)) : 0;
        chart('rate', height('rate'), `Requests and responses per second of ${run.name}; the figures are in the table below`, {
          scales: {x: timeScale(), y: {range: () => [0, top * 1.05]}, alive: {range: () => [0, Math.max(4, alive) * 1.05]}},
          axes: [timeAxis(), axis({size: 56, label: 'per second', values: (_, values) => plain(values)}),
            ...(alive ? [axis({scale: 'alive', side: 1, size: 36, label: 'environments alive', grid: {show: false},
              incrs: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000], values: (_, values) => plain(values)})] : [])],
          series: [{}, ...shown.map(({ink, style}) => style === 'area'
              ? stairs(ink, {width: 0, fill: () => colour(ink)}) : stairs(ink, {dash: style && DASH})),
          ...(alive ? [stairs('alive', {scale: 'alive'})] : [])],
          cursor: timed, hooks: {setCursor: [moved]},
        }, [ends(run), ...shown.map(({key}) => held(run[key])), ...(alive ? [held(run.environments)] : [])]);
      },
      text: (run, i) => `${spell(run, i)}: ` + RATES.map(({key, name}) => `${count(run[key][i])} ${name}`).join(', ')
          + (run.width > 1 ? ' per second' : '')
          + (run.environments[i] === null ? '' : `; ${run.environments[i]} environments alive`),
      heads: ['second', 'due', 'sent', 'answered', 'failed', 'environments alive'],
      rows: (run) => times(run).map((second, i) => [count(second), ...RATES.map(({key}) => count(run[key][i])), count(run.environments[i])]),
    },
    load: {
      series: () => [...LOAD].reverse(),
      draw: () => {
        const run = current();
        const shown = LOAD.filter(({key}) => shows('load', key));
        const top = Math.max(1, most(scaled().flatMap((each) => each.scheduled)));
        chart('load', height('load'), label('Latency over throughput of ' + run.name), {
          scales: {x: {time: false, range: () => [0, top * 1.02]},
            y: latencyScale(scaled().flatMap((each) => shown.flatMap(({of}) => of(each))))},
          axes: [axis({label: 'requests due per second', size: 28, values: (_, values) => plain(values)}), latencyAxis('response time')],
          series: [{}, line('p50')],
          cursor: {x: false},
          hooks: {draw: [(plot) => shown.forEach(({ink, of}) => marks(plot, 'dot', 2.5, faded(ink, 55), loadPoints(run, {of})))]},
        }, [[0, top], [null, null]]);
      },
      tip: (plot, event) => {
        const run = current();
        const dot = nearest(plot, LOAD.filter(({key}) => shows('load', key)).flatMap((each) => loadPoints(run, each)), event, 14);
        return dot && `${spell(run, dot[2])}: ${dot[3]} ${millis(dot[1])}\n${count(dot[0])} requests due per second`;
      },
      heads: ['requests due per second', 'second', 'p50 ms', 'p99 ms'],
      rows: (run) => run.scheduled.map((rate, i) => [rate, i]).sort(([a], [b]) => a - b)
          .map(([rate, i]) => [count(rate), count(i * run.width), exact(run.response.p50[i]), exact(run.response.p99[i])]),
    },
    // Percentiles by their nines: 90 %, 99 %, 99.9 % are as far from each other.
    nines: {
      series: () => [...runs.map((run, i) => ({key: 'run' + i, name: run.name, ink: 's' + i % 8, style: i >= 8 ? 'dash' : ''})),
        ...(runs.some((run) => run.warmCurve.length) ? [WARM] : [])],
      draw: () => {
        const curves = runs.flatMap((run, i) => !shows('nines', 'run' + i) ? [] : [
          ...(shows('nines', 'warm') && run.warmCurve.length ? [[run.warmCurve, line('s' + i % 8, {dash: DASH})]] : []),
          [run.curve, line('s' + i % 8, {dash: i >= 8 ? DASH : undefined})]]).filter(([curve]) => curve.length);
        const end = Math.max(2, ...curves.map(([curve]) => curve.at(-1)[0]));
        chart('nines', height('nines'), label('Response time by percentile of all runs'), {
          scales: {x: {time: false, range: () => [0, end]}, y: latencyScale(curves.flatMap(([curve]) => curve.map(([, ms]) => ms)))},
          axes: [axis({label: 'share of the requests that were as fast or faster', size: 28,
            splits: () => NINES.filter((nines) => nines <= end),
            values: (_, values) => values.map((value) => value === 0 ? 'min' : percentile(value))}), latencyAxis('response time')],
          series: [{}, ...(curves.length ? curves.map(([, series]) => series) : [line('p50')])],
          hooks: {draw: [(plot) => { if (!curves.length) remark(plot, NO_ANSWER); }]},
        }, curves.length ? uPlot.join(curves.map(([curve]) => [curve.map(([nines]) => nines), curve.map(([, ms]) => ms)]))
            : [[0, end], [null, null]]);
      },
      tip: (plot, event) => {
        const at = event.clientX - plot.over.getBoundingClientRect().left;
        if (at < 0 || at > plot.over.clientWidth) return '';
        const nines = plot.posToVal(at, 'x');
        return [(100 * (1 - 10 ** -nines)).toFixed(Math.max(1, Math.ceil(nines))) + ' %',
          ...runs.filter((_, i) => shows('nines', 'run' + i)).map((each) =>
              `${each.name}: ${millis(curveAt(each.curve, nines))}`)].join('\n');
      },
      heads: ['run', 'min, ms', '50 %, ms', '90 %, ms', '99 %, ms', '99.9 %, ms', '99.99 %, ms', '99.999 %, ms', '99.9999 %, ms', 'max, ms'],
      rows: () => runs.map((run) => [run.name, ...NINES.map((nines) => exact(curveAt(run.curve, nines))),
        exact(run.curve.length ? run.curve.at(-1)[1] : null)]),
    },
  };
  const coldText = (cold) => cold.length ? `; ${cold.length} cold start${cold.length > 1 ? 's' : ''}, slowest `
      + millis(Math.max(...cold.map(([, ms]) => ms))) : '';
  const loadPoints = (run, {of, name}) =>
      run.scheduled.map((rate, i) => [rate, of(run)[i], i, name]).filter(([, ms]) => ms !== null);
  const NINES = [0, Math.log10(2), 1, 2, 3, 4, 5, 6];
  const percentile = (nines) => {
    const share = 100 * (1 - 10 ** -nines);
    return share.toFixed(Math.max(0, Math.ceil(nines - 1.0001))).replace(/(\.\d*?)0+$/, '$1').replace(/\.$/, '') + ' %';
  };
  // Null beyond the share at which one request is left.
  const curveAt = (curve, nines) => {
    if (!curve.length || nines > curve.at(-1)[0] + 1e-9) return null;
    return curve.find(([at]) => at >= nines - 1e-9)[1];
  };
