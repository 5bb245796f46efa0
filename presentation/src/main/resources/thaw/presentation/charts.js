  // Charts by uPlot. It takes the screen's pixels; paper has more of them.
  const devicePixelRatio = Math.max(2, window.devicePixelRatio);
  // Colours are those of the style sheet, read anew whenever a chart is drawn.
  const colour = (name) => getComputedStyle(document.documentElement).getPropertyValue('--' + name).trim();
  const faded = (name, percent) => `color-mix(in srgb, ${colour(name)} ${percent}%, transparent)`;
  const axis = (more) => ({
    stroke: () => colour('quiet'), font: '12px system-ui, sans-serif', labelFont: '12px system-ui, sans-serif',
    grid: {stroke: () => colour('grid'), width: 1}, ticks: {show: false}, gap: 7, labelSize: 18, labelGap: 2, ...more,
  });
  // Of an axis at a side: as wide as its longest figure, so that its title is beside them.
  const wide = (least) => (plot, values) => {
    const longest = (values || []).reduce((a, b) => Math.max(a, String(b ?? '').length), 0);
    return Math.max(least, Math.ceil(longest * 6.9) + 14);
  };
  const line = (ink, more) => ({stroke: () => colour(ink), width: 1.8, points: {show: false}, ...more});
  const dashed = (...lengths) => lengths.map((length) => length * devicePixelRatio);
  const stairs = (ink, more) => line(ink, {paths: uPlot.paths.stepped({align: 1}), ...more});

  // Marks where the points of a chart are: [x, y], in its scales.
  const SHAPES = {
    dot: (path, x, y, r) => { path.moveTo(x + r, y); path.arc(x, y, r, 0, 7); },
    diamond: (path, x, y, r) => {
      [[0, -r], [r, 0], [0, r], [-r, 0], [0, -r]].forEach(([right, down], i) =>
          path[i ? 'lineTo' : 'moveTo'](x + right, y + down));
    },
    cross: (path, x, y, r) => {
      for (const side of [1, -1]) { path.moveTo(x - r, y - r * side); path.lineTo(x + r, y + r * side); }
    },
  };
  const marks = (plot, shape, radius, ink, points) => {
    const path = new Path2D();
    const scale = devicePixelRatio;
    for (const [x, y] of points) {
      SHAPES[shape](path, plot.valToPos(x, 'x', true), plot.valToPos(y, 'y', true), radius * scale);
    }
    plot.ctx.save();
    plot.ctx.beginPath();
    plot.ctx.rect(plot.bbox.left - 6 * scale, plot.bbox.top - 6 * scale, plot.bbox.width + 12 * scale, plot.bbox.height + 12 * scale);
    plot.ctx.clip();
    plot.ctx.fillStyle = plot.ctx.strokeStyle = ink;
    plot.ctx.lineWidth = 2.2 * scale;
    if (shape === 'cross') plot.ctx.stroke(path); else plot.ctx.fill(path);
    plot.ctx.restore();
  };
  const boxes = (plot, ink, all) => {
    plot.ctx.fillStyle = ink;
    for (const [from, to, value] of all) {
      const left = Math.max(plot.bbox.left, plot.valToPos(from, 'x', true));
      const top = plot.valToPos(value, 'y', true);
      const width = Math.min(plot.bbox.left + plot.bbox.width, plot.valToPos(to, 'x', true)) - left;
      plot.ctx.fillRect(left, top, Math.max(1, width - devicePixelRatio), plot.bbox.top + plot.bbox.height - top);
    }
  };
  const remark = (plot, text) => {
    const {left, top, width, height} = plot.bbox;
    plot.ctx.save();
    plot.ctx.fillStyle = colour('quiet');
    plot.ctx.font = `${14 * devicePixelRatio}px system-ui, sans-serif`;
    plot.ctx.textAlign = 'center';
    plot.ctx.fillText(text, left + width / 2, top + height / 2);
    plot.ctx.restore();
  };
  // The point at a pointer's place, if one is that near.
  const nearest = (plot, points, event, within) => {
    const box = plot.over.getBoundingClientRect();
    let best = null;
    let least = within ** 2;
    for (const point of points) {
      const distance = (plot.valToPos(point[0], 'x') - event.clientX + box.left) ** 2
          + (plot.valToPos(point[1], 'y') - event.clientY + box.top) ** 2;
      if (distance < least) [best, least] = [point, distance];
    }
    return best;
  };
  const known = (values) => values.filter((value) => value !== null && value !== undefined);
  // Of more values than a call may have arguments.
  const most = (values) => known(values).reduce((a, b) => Math.max(a, b), 0);
  const decades = (values) => {
    const positive = known(values).filter((value) => value > 0);
    const low = Math.floor(Math.log10(positive.reduce((a, b) => Math.min(a, b), Infinity)) + 1e-9);
    return [10 ** low, 10 ** Math.max(low + 1, Math.ceil(Math.log10(most(positive)) - 1e-9))];
  };
  const duration = (ms) => {
    const trim = (value) => Number(value.toPrecision(6)).toLocaleString('en-US');
    return ms >= 1000 ? `${trim(ms / 1000)} s` : ms >= 1 || ms === 0 ? `${trim(ms)} ms` : `${trim(ms * 1000)} µs`;
  };

  // In the place of this name, of the width that there is; the one that was there goes.
  const plots = {};
  const chart = (id, height, label, options, data) => {
    const place = byId(id);
    if (plots[id]) plots[id].destroy();
    place.setAttribute('aria-label', label);
    plots[id] = new uPlot({
      width: Math.max(200, place.clientWidth), height, legend: {show: false}, padding: [12, null, 0, null], ...options,
      cursor: {y: false, points: {show: false}, drag: {x: false, y: false}, ...options.cursor},
    }, data, place);
  };
  // Likewise, with other data if it is there already.
  const refresh = (id, height, label, options, data) => {
    if (!plots[id] || plots[id].width !== Math.max(200, byId(id).clientWidth)) {
      chart(id, height, label, options, data);
    } else {
      byId(id).setAttribute('aria-label', label);
      plots[id].setData(data);
    }
  };
  // What a chart says of the place that is pointed at. It keeps the height that it once had: when another chart's
  // figures came or went above, this one would move away from under the pointer.
  const say = (id, text) => {
    const place = byId(id + '-readout');
    place.textContent = text;
    place.style.minHeight = Math.max(place.offsetHeight, Number.parseFloat(place.style.minHeight) || 0) + 'px';
  };
  const repaint = () => Object.values(plots).forEach((plot) => plot.redraw(false));
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', repaint);
  for (const [event, paper] of [['beforeprint', true], ['afterprint', false]]) {
    addEventListener(event, () => {
      document.documentElement.classList.toggle('paper', paper);
      repaint();
    });
  }
