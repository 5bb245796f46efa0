  // What has two axes: time over memory, and the course of the measurement.
  const spell = (value) => value.toLocaleString('en-US', {maximumFractionDigits: 2});
  const redrawn = [];

  // Lines of variants that differ in their memory only; a JDK has one colour if there are several.
  const INKS = ['s0', 's1', 's2', 's3', 's4', 's5'];
  const FORMS = ['dot', 'diamond', 'cross'];
  const DASHES = [[], [7, 4], [2, 3]];
  const sizes = [...new Set(data.variants.map((v) => v.memoryMiB))].filter(Number).sort((a, b) => a - b);
  const lines = [...new Set(data.variants.map((v) => v.line))]
      .map((name) => ({name, points: data.variants.filter((v) => v.line === name && v.memoryMiB)}))
      .filter(({points}) => new Set(points.map((v) => v.memoryMiB)).size > 1);
  const jdks = [...new Set(lines.flatMap(({points}) => points.map((v) => v.jdk)))];
  const others = [...new Set(lines.map(({name}) => name.replace(/ JDK \S+/, '')))];
  lines.forEach((each, i) => {
    const form = jdks.length > 1 ? others.indexOf(each.name.replace(/ JDK \S+/, '')) : 0;
    each.ink = INKS[(jdks.length > 1 ? jdks.indexOf(each.points[0].jdk) : i) % INKS.length];
    each.form = FORMS[form % FORMS.length];
    each.dash = DASHES[form % DASHES.length];
    each.label = jdks.length > 1 ? `${each.name}, ${each.points[0].jdk}` : each.name;
  });

  const memoryChart = (id, title, keyOf) => {
    const at = (each, size) => {
      const variant = each.points.find((v) => v.memoryMiB === size);
      return variant ? variant[keyOf(variant)] : null;
    };
    const medians = lines.map((each) => sizes.map((size) => at(each, size) ? at(each, size).p50 : null));
    const top = most(lines.flatMap((each) => sizes.map((size) => at(each, size) ? at(each, size).medianHigh : 0)));
    const whiskers = (plot) => lines.forEach((each) => {
      const path = new Path2D();
      for (const size of sizes) {
        const figures = at(each, size);
        if (!figures) continue;
        const x = plot.valToPos(size, 'x', true);
        path.moveTo(x, plot.valToPos(figures.medianLow, 'y', true));
        path.lineTo(x, plot.valToPos(figures.medianHigh, 'y', true));
      }
      plot.ctx.save();
      plot.ctx.strokeStyle = colour(each.ink);
      plot.ctx.lineWidth = 1.4 * devicePixelRatio;
      plot.ctx.setLineDash([]);
      plot.ctx.stroke(path);
      plot.ctx.restore();
      marks(plot, each.form, 4, colour(each.ink), sizes.flatMap((size) => at(each, size) ? [[size, at(each, size).p50]] : []));
    });
    chart(id, 260, `${title} over memory size; the figures are in the table below`, {
      scales: {
        x: {time: false, distr: 3, log: 2, range: () => [sizes[0] / 1.12, sizes.at(-1) * 1.12]},
        y: {range: () => [0, (top || 1) * 1.06]},
      },
      axes: [
        axis({label: 'memory, MB', size: 28, splits: () => sizes, values: (_, values) => values.map(spell), filter: (_, values) => values}),
        axis({label: 'ms', size: wide(52), values: (_, values) => values.map(spell)}),
      ],
      series: [{}, ...lines.map((each) => line(each.ink, {dash: each.dash.map((length) => length * devicePixelRatio), spanGaps: true}))],
      hooks: {
        draw: [whiskers],
        setCursor: [(plot) => {
          const i = plot.cursor.idx;
          if (i === null || i === undefined || plot.cursor.left < 0) return say(id, '');
          say(id, [`${spell(sizes[i])} MB`, ...lines.flatMap((each) => at(each, sizes[i])
              ? [`${each.label}: ${figure(at(each, sizes[i]).p50)} ms (${figure(at(each, sizes[i]).medianLow)} to ${figure(at(each, sizes[i]).medianHigh)})`] : [])].join('\n'));
        }],
      },
    }, [sizes, ...medians]);
  };
  // As AWS Lambda Power Tuning draws it: time on the left, cost on the right.
  const costChart = () => {
    const of = (each, size, key) => {
      const variant = each.points.find((v) => v.memoryMiB === size);
      return !variant || variant[key] === undefined ? null : key === 'totalMillis' ? variant[key].p50 : variant[key];
    };
    const values = (key) => lines.map((each) => sizes.map((size) => of(each, size, key)));
    const times = values('totalMillis');
    const costs = values('usdOfMillion');
    const upTo = (all) => () => [0, (most(all.flat()) || 1) * 1.08];
    const drawn = (scale, dash) => lines.map((each) => line(each.ink, {scale, dash: dashed(...dash), spanGaps: true, points: {show: true, size: 6}}));
    chart('memory-cost', 280, 'Start to response and cost over memory size; the sentences above name the best sizes', {
      scales: {
        x: {time: false, distr: 3, log: 2, range: () => [sizes[0] / 1.12, sizes.at(-1) * 1.12]},
        y: {range: upTo(times)},
        usd: {range: upTo(costs)},
      },
      axes: [
        axis({label: 'memory, MB', size: 28, splits: () => sizes, values: (_, values) => values.map(spell), filter: (_, values) => values}),
        axis({label: 'ms', size: wide(52), values: (_, values) => values.map(spell)}),
        axis({scale: 'usd', side: 1, label: 'USD of a million cold starts', size: wide(44), grid: {show: false}, values: (_, values) => values.map(spell)}),
      ],
      series: [{}, ...drawn('y', []), ...drawn('usd', [2, 4])],
      hooks: {
        setCursor: [(plot) => {
          const i = plot.cursor.idx;
          if (i === null || i === undefined || plot.cursor.left < 0) return say('memory-cost', '');
          say('memory-cost', [`${spell(sizes[i])} MB`, ...lines.flatMap((each) => of(each, sizes[i], 'usdOfMillion') === null ? []
              : [`${each.label}: ${figure(of(each, sizes[i], 'totalMillis'))} ms, ${figure(of(each, sizes[i], 'gbSeconds'))} GB-s, ${spell(of(each, sizes[i], 'usdOfMillion'))} USD of a million`])].join('\n'));
        }],
      },
    }, [sizes, ...times, ...costs]);
  };
  if (byId('memory')) {
    byId('memory-legend').append(...lines.map((each) => {
      const entry = make('span');
      const swatch = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
      swatch.setAttribute('width', 24);
      swatch.setAttribute('height', 14);
      const drawn = document.createElementNS('http://www.w3.org/2000/svg', 'path');
      drawn.setAttribute('d', 'M1 7 H23');
      drawn.setAttribute('stroke', `var(--${each.ink})`);
      drawn.setAttribute('stroke-width', 3);
      drawn.setAttribute('stroke-dasharray', each.dash.join(' '));
      swatch.append(drawn);
      entry.append(swatch, each.label);
      return entry;
    }));
    redrawn.push(() => {
      memoryChart('memory-total', 'start to response', () => 'totalMillis');
      memoryChart('memory-beginning', 'init', (variant) => variant.beginning);
      memoryChart('memory-first', 'first invocation', () => 'handlerMillis');
      if (byId('memory-cost')) costChart();
    });
  }

  // Each sample in the order in which it was taken, as a share of its variant's median.
  const taken = data.variants
      .flatMap((variant) => variant.course.map((sample) => ({variant, sample})))
      .sort((a, b) => Date.parse(a.sample.startedAt) - Date.parse(b.sample.startedAt));
  const shares = taken.map(({variant, sample}) =>
      sample.failure || !variant.totalMillis || sample.totalMillis === undefined ? null : sample.totalMillis / variant.totalMillis.p50);
  const middle = (values) => {
    const sorted = [...values].sort((a, b) => a - b);
    const half = sorted.length >> 1;
    return sorted.length % 2 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
  };
  const REACH = Math.max(3, Math.round(taken.length / 16));
  const moving = shares.map((_, i) => {
    const near = known(shares.slice(Math.max(0, i - REACH), i + REACH + 1));
    return near.length < 3 ? null : middle(near);
  });
  const percent = (share) => `${Math.round(100 * share)} %`;
  const course = () => {
    const shown = known(shares);
    const low = shown.reduce((a, b) => Math.min(a, b), 1);
    const high = shown.reduce((a, b) => Math.max(a, b), 1);
    const failures = taken.flatMap(({sample}, i) => sample.failure ? [[i + 1, high]] : []);
    const points = shares.flatMap((share, i) => share === null ? [] : [[i + 1, share]]);
    chart('course-chart', 240, 'Each cold start as a share of its variant\'s median, in the order in which they were taken', {
      scales: {
        x: {time: false, range: () => [0, taken.length + 1]},
        y: {range: () => [Math.max(0, low - (high - low) * 0.06), high + (high - low) * 0.06]},
      },
      axes: [
        axis({label: 'cold start, in the order in which they were taken', size: 28, values: (_, values) => values.map((value) => Number.isInteger(value) && value > 0 ? spell(value) : '')}),
        axis({label: 'of the median', size: wide(58), values: (_, values) => values.map(percent)}),
      ],
      series: [{}, line('handler', {width: 2.2})],
      hooks: {
        drawAxes: [(plot) => marks(plot, 'dot', taken.length > 200 ? 2 : 3.2, faded('dot', 60), points)],
        draw: [(plot) => marks(plot, 'cross', 4, colour('failed'), failures)],
        setCursor: [(plot) => {
          const i = plot.cursor.idx;
          if (i === null || i === undefined || plot.cursor.left < 0) return say('course-chart', '');
          const {variant, sample} = taken[i];
          say('course-chart', `cold start ${i + 1}: ${variant.name}, sample ${sample.number}, `
              + (sample.failure ? `failed: ${sample.failure}` : `${figure(sample.totalMillis)} ms, ${percent(shares[i])} of its median`)
              + `, started ${sample.startedAt}`);
        }],
      },
    }, [taken.map((_, i) => i + 1), moving]);
  };
  if (byId('course-chart')) redrawn.push(course);

  const drawAll = () => redrawn.forEach((draw) => draw());
  drawAll();
  let width = innerWidth;
  addEventListener('resize', () => {
    if (innerWidth === width) return;
    width = innerWidth;
    drawAll();
  });
