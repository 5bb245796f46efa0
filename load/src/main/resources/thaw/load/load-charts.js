  // The charts: what each draws of a run, and the figures behind it.
  const {runs, goals} = JSON.parse(byId('data').textContent);
  const state = {
    run: 0, log: false, same: false, cursor: null,
    hidden: {latency: new Set(), rate: new Set(), alive: new Set(), cpu: new Set(), heat: new Set(), load: new Set(), nines: new Set()},
  };
  const current = () => runs[state.run];
  const shows = (chart, key) => !state.hidden[chart].has(key);
  const scaled = () => (state.same ? runs : [current()]);
  // What had no answer when the run ended is no failure of its last second.
  for (const run of runs) {
    if (run.unanswered) run.failed[run.failed.length - 1] = Math.max(0, run.failed.at(-1) - run.unanswered);
  }
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

  const LATENCY = ['p50', 'p90', 'p99', 'max'].map((key) => ({key, name: key, ink: key, style: key === 'max' ? 'halo' : '', of: (run) => run.response[key]}));
  const BINNED = LATENCY.map((each) => ({...each, of: (run) => run.binned[each.key]}));
  const FAILED = {key: 'failed', name: 'failed', ink: 'lost', style: 'cross'};
  const GOAL = {key: 'goal', name: 'goal', ink: 'goal', style: 'dash'};
  const binned = (run, i) => {
    const [from, to] = run.bins[i];
    return to - from > 1 ? ` (of seconds ${from * run.width} to ${to * run.width - 1}, which have few requests)` : '';
  };
  // Where requests failed: the time is shaded, and a mark is at the longest that one waited for nothing.
  const failedSpells = (run) => run.failed.map((rate, i) => [rate, i]).filter(([rate]) => rate > 0).map(([, i]) => i);
  const shadeFailed = (plot) => {
    const run = current();
    plot.ctx.save();
    plot.ctx.fillStyle = faded('lost', 12);
    for (const i of failedSpells(run)) {
      const left = plot.valToPos(i * run.width, 'x', true);
      plot.ctx.fillRect(left, plot.bbox.top, Math.max(1, plot.valToPos((i + 1) * run.width, 'x', true) - left), plot.bbox.height);
    }
    plot.ctx.restore();
  };
  const failedMarks = (run) => failedSpells(run).filter((i) => run.failedResponse[i] !== null)
      .map((i) => [(i + 0.5) * run.width, run.failedResponse[i], i]);
  const drawGoals = (plot) => {
    plot.ctx.save();
    plot.ctx.strokeStyle = plot.ctx.fillStyle = colour('goal');
    plot.ctx.lineWidth = 1.5 * devicePixelRatio;
    plot.ctx.font = `${12 * devicePixelRatio}px system-ui, sans-serif`;
    plot.ctx.textAlign = 'right';
    for (const {text, millis} of goals) {
      const y = plot.valToPos(millis, 'y', true);
      if (y < plot.bbox.top || y > plot.bbox.top + plot.bbox.height) continue;
      plot.ctx.setLineDash(dashed(6, 4));
      plot.ctx.beginPath();
      plot.ctx.moveTo(plot.bbox.left, y);
      plot.ctx.lineTo(plot.bbox.left + plot.bbox.width, y);
      plot.ctx.stroke();
      plot.ctx.fillText('goal: ' + text, plot.bbox.left + plot.bbox.width - 4 * devicePixelRatio, y - 5 * devicePixelRatio);
    }
    plot.ctx.restore();
  };
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
  const STEPS = 10; // of the heat map, for each factor of ten
  const HEAT = {key: 'heat', name: 'answered requests, darker where there are more', ink: 'heat', style: 'area'};
  const ALIVE = {key: 'environments', name: 'environments alive', ink: 'alive'};
  const CPU = [
    {key: 'host', name: 'all programs of this machine', ink: 'due', style: 'area'},
    {key: 'functions', name: 'functions and local services', ink: 'answered'},
    {key: 'program', name: 'Thaw itself', ink: 'sent', style: 'dash'},
  ];
  const busy = (run, key) => run.cpu.map((each) => each === null || each[key] === null || each[key] === undefined ? null : each[key]);
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
    size: wide(56), label: title + (state.log ? ', logarithmic' : ''),
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
      series: () => [...LATENCY, LAG, ...COLD.filter((_, kind) => runs.some((run) => hasCold(run, kind))),
        ...(runs.some((run) => failedSpells(run).length) ? [FAILED] : []), ...(goals.length ? [GOAL] : [])],
      draw: () => {
        const run = current();
        const cold = (each) => each.cold.filter(([, , kind]) => shows('latency', COLD[kind].key));
        const values = scaled().flatMap((each) => [
          ...BINNED.filter(({key}) => shows('latency', key)).flatMap(({of}) => of(each)),
          ...(shows('latency', 'failed') ? failedMarks(each).map(([, ms]) => ms) : []),
          ...(shows('latency', 'goal') ? goals.map((goal) => goal.millis) : []),
          ...(shows('latency', 'lag') ? each.lag.p99 : []), ...cold(each).map(([, ms]) => ms)]);
        const shown = [...BINNED].reverse().filter(({key}) => shows('latency', key));
        const lag = shows('latency', 'lag') ? held(run.lag.p99) : ends(run).map(() => null);
        chart('latency', height('latency'), label('Latency over time of ' + run.name), {
          scales: {x: timeScale(), y: latencyScale(values)},
          axes: [timeAxis(), latencyAxis('response time')],
          series: [{}, stairs('lag', {width: 0, fill: () => faded('lag', 45)}),
            // Of few requests p99 is max: what lies below is wider, or nobody would see it.
            ...shown.map(({key, ink}) => key === 'max' ? line(ink, {width: 6, stroke: () => faded(ink, 55)}) : line(ink))],
          cursor: timed,
          hooks: {
            drawClear: [(plot) => { if (shows('latency', 'failed')) shadeFailed(plot); }],
            draw: [(plot) => { if (shows('latency', 'goal')) drawGoals(plot); },
            (plot) => { if (shows('latency', 'failed')) marks(plot, 'cross', 4, colour('lost'), failedMarks(run)); },
            (plot) => COLD.forEach(({ink}, kind) =>
                marks(plot, 'diamond', 4.5, colour(ink), cold(run).filter((each) => each[2] === kind))),
            (plot) => { if (!known(run.response.p50).length) remark(plot, NO_ANSWER); }],
            setCursor: [moved],
          },
        }, uPlot.join([[ends(run), lag],
          [times(run).map((at) => at + run.width / 2), ...shown.map(({of}) => of(run))]]));
      },
      text: (run, i) => `${spell(run, i)}: ` + BINNED.map(({name, of}) => `${name} ${millis(of(run)[i])}`).join(', ') + binned(run, i)
          + (run.failed[i] ? `; ${count(run.failed[i])} failed` + (run.width > 1 ? ' per second' : '') : '')
          + `; generator's lag p99 ${millis(run.lag.p99[i])}`
          + coldText(run.cold.filter(([due]) => Math.floor(due / run.width) === i)),
      tip: (plot, event) => {
        const cold = nearest(plot, current().cold.filter(([, , kind]) => shows('latency', COLD[kind].key)), event, 14);
        const lost = !cold && shows('latency', 'failed') && nearest(plot, failedMarks(current()), event, 14);
        if (lost) return `${spell(current(), lost[2])}: ${count(current().failed[lost[2]])} failed\nthe longest wait was ${millis(lost[1])}`;
        return cold && `${cold[2] ? 'restored' : 'cold start'}: ${millis(cold[1])}\nrequest due at second ${exact(cold[0])}`;
      },
      heads: ['second', 'p50 ms', 'p90 ms', 'p99 ms', 'max ms', "generator's lag p99 ms", 'lag max ms', 'cold starts'],
      rows: (run) => times(run).map((second, i) => [count(second), ...LATENCY.map(({of}) => exact(of(run)[i])),
        exact(run.lag.p99[i]), exact(run.lag.max[i]), count(run.cold.filter(([due]) => Math.floor(due / run.width) === i).length)]),
    },
    rate: {
      series: () => RATES,
      draw: () => {
        const run = current();
        const shown = RATES.filter(({key}) => shows('rate', key));
        const top = Math.max(1, most(scaled().flatMap((each) => shown.flatMap(({key}) => each[key]))));
        chart('rate', height('rate'), `Requests and responses per second of ${run.name}; the figures are in the table below`, {
          scales: {x: timeScale(), y: {range: () => [0, top * 1.05]}},
          axes: [timeAxis(), axis({size: wide(56), label: 'per second', values: (_, values) => plain(values)})],
          series: [{}, ...shown.map(({ink, style}) => style === 'area'
              ? stairs(ink, {width: 0, fill: () => colour(ink)}) : stairs(ink, {dash: style && DASH})),
          ],
          cursor: timed, hooks: {
            setCursor: [moved],
            draw: [(plot) => { if (run.unanswered && shows('rate', 'failed')) cutOff(plot, run); }],
          },
        }, [ends(run), ...shown.map(({key}) => held(run[key]))]);
      },
      text: (run, i) => `${spell(run, i)}: ` + RATES.map(({key, name}) => `${count(run[key][i])} ${name}`).join(', ')
          + (run.width > 1 ? ' per second' : '')
          + (run.unanswered && i === run.failed.length - 1 ? `; ${unanswered(run)}` : ''),
      heads: ['second', 'due', 'sent', 'answered', 'failed', 'unanswered at the end'],
      rows: (run) => times(run).map((second, i) => [count(second), ...RATES.map(({key}) => count(run[key][i])),
        count(i === run.failed.length - 1 ? run.unanswered * lastSpell(run) : 0)]),
    },
    alive: {
      series: () => [ALIVE],
      draw: () => {
        const run = current();
        const all = shows('alive', 'environments') ? run.environments : run.environments.map(() => null);
        const top = Math.max(4, most(scaled().flatMap((each) => each.environments)));
        chart('alive', 170, `Environments alive of ${run.name}; the figures are in the table below`, {
          scales: {x: timeScale(), y: {range: () => [0, top * 1.05]}},
          axes: [timeAxis(), axis({size: wide(56), label: 'environments', space: 30, incrs: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000],
            values: (_, values) => plain(values)})],
          series: [{}, stairs('alive', {fill: () => faded('alive', 18)})],
          cursor: timed, hooks: {setCursor: [moved],
            draw: [(plot) => { if (!known(run.environments).length) remark(plot, 'the target does not tell how many it has'); }]},
        }, [ends(run), held(all)]);
      },
      text: (run, i) => `${spell(run, i)}: ` + (run.environments[i] === null ? 'not known' : `${run.environments[i]} environments alive`),
      heads: ['second', 'environments alive'],
      rows: (run) => times(run).map((second, i) => [count(second), count(run.environments[i])]),
    },
    cpu: {
      series: () => CPU,
      draw: () => {
        const run = current();
        const of = (key) => held(shows('cpu', key) ? busy(run, key) : run.cpu.map(() => null));
        const top = Math.max(1, most(scaled().flatMap((each) => busy(each, 'all'))), most(scaled().flatMap((each) => busy(each, 'host'))));
        chart('cpu', 170, `CPUs of this machine that were busy, of ${run.name}; the figures are in the table below`, {
          scales: {x: timeScale(), y: {range: () => [0, top * 1.05]}},
          axes: [timeAxis(), axis({size: wide(56), label: 'CPUs', space: 30, values: (_, values) => plain(values)})],
          series: [{}, stairs('due', {fill: () => colour('due')}), stairs('answered'), stairs('sent', {dash: DASH})],
          cursor: timed, hooks: {setCursor: [moved]},
        }, [ends(run), ...CPU.map(({key}) => of(key))]);
      },
      text: (run, i) => `${spell(run, i)}: ` + (run.cpu[i] === null ? 'nobody looked' : CPU.filter(({key}) => busy(run, key)[i] !== null)
          .map(({key, name}) => `${name} ${exact(busy(run, key)[i])}`).join(', ') + ` of ${exact(run.cpu[i].all)} CPUs`),
      heads: ['second', 'CPUs', ...CPU.map(({name}) => name)],
      rows: (run) => times(run).map((second, i) => [count(second), exact(busy(run, 'all')[i]), ...CPU.map(({key}) => exact(busy(run, key)[i]))]),
    },
    heat: {
      series: () => [HEAT],
      draw: () => {
        const run = current();
        const steps = scaled().flatMap((each) => each.heat.map(([, step]) => step));
        const low = steps.reduce((a, b) => Math.min(a, b), Infinity);
        const range = steps.length ? [low, steps.reduce((a, b) => Math.max(a, b), -Infinity) + 1] : [0, STEPS];
        const top = most(run.heat.map(([, , requests]) => requests));
        const edges = [];
        for (let step = Math.ceil(range[0] / STEPS) * STEPS; step <= range[1]; step += STEPS) edges.push(step);
        chart('heat', 230, `How many requests took how long, of ${run.name}; the figures are in the table below`, {
          scales: {x: timeScale(), y: {range: () => range}},
          axes: [timeAxis(), axis({size: wide(56), label: 'response time, logarithmic', splits: () => edges.length > 1 ? edges : range,
            values: (_, values) => values.map((step) => duration(Number((10 ** (step / STEPS)).toPrecision(2))))})],
          series: [{}, line('p50')],
          cursor: {x: false},
          hooks: {draw: [(plot) => {
            if (shows('heat', 'heat')) drawHeat(plot, run, top);
            if (!run.heat.length) remark(plot, NO_ANSWER);
          }]},
        }, [ends(run), ends(run).map(() => null)]);
      },
      tip: (plot, event) => {
        const run = current();
        const box = plot.over.getBoundingClientRect();
        const point = Math.floor(plot.posToVal(event.clientX - box.left, 'x') / run.width);
        const at = Math.floor(plot.posToVal(event.clientY - box.top, 'y'));
        const cell = run.heat.find(([i, step]) => i === point && step === at);
        return cell && `${spell(run, point)}: ${count(cell[2])} request${cell[2] === 1 ? '' : 's'}\ntook ${exact(10 ** (at / STEPS))} to ${exact(10 ** ((at + 1) / STEPS))} ms`;
      },
      heads: ['second', 'from, ms', 'to, ms', 'requests'],
      rows: (run) => run.heat.map(([i, step, requests]) =>
          [count(i * run.width), exact(10 ** (step / STEPS)), exact(10 ** ((step + 1) / STEPS)), count(requests)]),
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
  const lastSpell = (run) => run.seconds - (run.failed.length - 1) * run.width;
  const unanswered = (run) => `${count(run.unanswered * lastSpell(run))} unanswered at the end of the run`;
  // Beside the curves: as a rate it would press all others to the floor.
  const cutOff = (plot, run) => {
    const {left, top, width, height} = plot.bbox;
    plot.ctx.save();
    plot.ctx.fillStyle = faded('lost', 25);
    plot.ctx.fillRect(left + width - 4 * devicePixelRatio, top, 4 * devicePixelRatio, height);
    plot.ctx.fillStyle = colour('lost');
    plot.ctx.font = `${12 * devicePixelRatio}px system-ui, sans-serif`;
    plot.ctx.textAlign = 'right';
    plot.ctx.fillText(unanswered(run), left + width - 8 * devicePixelRatio, top + 14 * devicePixelRatio);
    plot.ctx.restore();
  };
  // Darker where more requests are, on a scale of its own for each run; one request can be seen.
  const drawHeat = (plot, run, top) => {
    plot.ctx.save();
    plot.ctx.fillStyle = colour('heat');
    for (const [i, step, requests] of run.heat) {
      const left = plot.valToPos(i * run.width, 'x', true);
      const high = plot.valToPos(step + 1, 'y', true);
      plot.ctx.globalAlpha = 0.18 + 0.82 * Math.sqrt(requests / top);
      plot.ctx.fillRect(left, high, Math.max(1, plot.valToPos((i + 1) * run.width, 'x', true) - left), Math.max(1, plot.valToPos(step, 'y', true) - high - 1));
    }
    plot.ctx.restore();
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
