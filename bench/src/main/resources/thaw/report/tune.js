  // As AWS Lambda Power Tuning draws it: time on the left, cost on the right.
  const data = JSON.parse(byId('data').textContent);
  const spell = (value) => value.toLocaleString('en-US', {maximumFractionDigits: 2});
  const twoAxes = (id, name, {sizes}) => {
    const memory = sizes.map((each) => each.memoryMiB);
    const times = sizes.map((each) => each.millis.median);
    const costs = sizes.map((each) => each.usdOfMillion.mean);
    const upTo = (key) => () => [0, (most(sizes.map((each) => each[key].high)) || 1) * 1.08];
    const whiskers = (plot) => {
      for (const [key, scale, ink] of [['millis', 'y', 's0'], ['usdOfMillion', 'usd', 's1']]) {
        const path = new Path2D();
        for (const each of sizes) {
          const x = plot.valToPos(each.memoryMiB, 'x', true);
          path.moveTo(x, plot.valToPos(each[key].low, scale, true));
          path.lineTo(x, plot.valToPos(each[key].high, scale, true));
        }
        plot.ctx.save();
        plot.ctx.strokeStyle = colour(ink);
        plot.ctx.lineWidth = 1.4 * devicePixelRatio;
        plot.ctx.stroke(path);
        plot.ctx.restore();
      }
    };
    const readout = byId(id + '-readout');
    // Labels of sizes that lie too close together would cover each other.
    const apart = (plot, values) => {
      let last = -Infinity;
      return values.map((value) => {
        const x = plot.valToPos(value, 'x');
        if (x - last < 38) return '';
        last = x;
        return spell(value);
      });
    };
    chart(id, 280, `${name}: time and cost over memory size; the tables below have the figures`, {
      scales: {
        x: {time: false, distr: 3, log: 2, range: () => [memory[0] / 1.12, memory.at(-1) * 1.12]},
        y: {range: upTo('millis')},
        usd: {range: upTo('usdOfMillion')},
      },
      axes: [
        axis({label: 'memory, MB', size: 28, splits: () => memory, values: apart, filter: (_, values) => values}),
        axis({label: 'ms', size: wide(52), values: (_, values) => values.map(spell)}),
        axis({scale: 'usd', side: 1, label: 'USD of a million', size: wide(46), grid: {show: false}, values: (_, values) => values.map(spell)}),
      ],
      series: [
        {},
        line('s0', {points: {show: true, size: 6}}),
        line('s1', {scale: 'usd', dash: dashed(5, 4), points: {show: true, size: 6}}),
      ],
      hooks: {
        draw: [whiskers],
        setCursor: [(plot) => {
          const i = plot.cursor.idx;
          readout.textContent = i === null || i === undefined || plot.cursor.left < 0 ? '' : `${spell(memory[i])} MB: ${figure(times[i])} ms, ${spell(costs[i])} USD of a million`;
        }],
      },
    }, [memory, times, costs]);
  };
  const drawAll = () => data.curves.forEach((curve, i) => curve.requests.forEach((requests, j) => {
    if (byId(`tune-${i}-${j}`)) twoAxes(`tune-${i}-${j}`, curve.name, requests);
  }));
  drawAll();
  let width = innerWidth;
  addEventListener('resize', () => {
    if (innerWidth === width) return;
    width = innerWidth;
    drawAll();
  });
