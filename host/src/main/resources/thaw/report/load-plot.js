  const byId = (id) => document.getElementById(id);
  const make = (name, style, text) => {
    const element = document.createElement(name);
    if (style) element.className = style;
    if (text !== undefined) element.textContent = text;
    return element;
  };
  const draw = (name, attributes, text) => {
    const element = document.createElementNS('http://www.w3.org/2000/svg', name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    if (text !== undefined) element.textContent = text;
    return element;
  };

  // Three significant digits down to 1 µs, as in the tables.
  const figure = (value) => {
    if (value === null || value === undefined) return '–';
    const size = Math.abs(value);
    const digits = size >= 99.95 || size < 0.0005 ? 0 : size >= 9.995 ? 1 : size >= 0.9995 ? 2 : 3;
    return value.toLocaleString('en-US', {minimumFractionDigits: digits, maximumFractionDigits: digits});
  };
  const count = (value) => value === null ? '–' : value.toLocaleString('en-US', {maximumFractionDigits: 1});
  const millis = (value) => value === null ? '–' : figure(value) + '\u00a0ms';

  // A range of values, which gives a value's share of an axis, and where its marks are.
  const NICE = [1, 2, 2.5, 5, 10];
  const linear = (low, high, most) => {
    const span = Math.max(high - low, 1e-9);
    const power = 10 ** Math.floor(Math.log10(span / most));
    const step = power * NICE.find((each) => each * power * most >= span * 0.999);
    const top = Math.ceil(high / step - 1e-9) * step;
    const ticks = [];
    for (let i = Math.ceil(low / step - 1e-9); i * step <= top + step / 1e6; i++) {
      ticks.push(Number((i * step).toPrecision(12)));
    }
    return {low, high: top, ticks, minor: [], at: (value) => (value - low) / Math.max(top - low, 1e-9)};
  };
  const logarithmic = (low, high) => {
    const from = Math.floor(Math.log10(low) + 1e-9);
    const to = Math.max(from + 1, Math.ceil(Math.log10(high) - 1e-9));
    const ticks = [];
    const minor = [];
    for (let power = from; power <= to; power++) {
      ticks.push(10 ** power);
      if (power < to) for (const times of [2, 5]) (to - from < 3 ? ticks : minor).push(times * 10 ** power);
    }
    ticks.sort((a, b) => a - b);
    return {
      low: 10 ** from, high: 10 ** to, ticks, minor,
      at: (value) => (Math.log10(Math.max(value, 10 ** from)) - from) / (to - from),
    };
  };
  const latencyScale = (values, log) => {
    const known = values.filter((value) => value !== null && value !== undefined);
    const high = Math.max(0.001, ...extremes(known).slice(1));
    if (!log) return linear(0, high, 6);
    const positive = known.filter((value) => value > 0);
    return logarithmic(Math.max(0.001, Math.min(high, extremes(positive)[0])), high);
  };
  // Of more values than a call may have arguments.
  const extremes = (values) => values.reduce(
      ([least, most], value) => [Math.min(least, value), Math.max(most, value)], [Infinity, 0]);
  const latencyLabel = (log) => (ms) => {
    const trim = (value) => Number(value.toPrecision(6)).toLocaleString('en-US');
    if (!log || ms === 0) return `${trim(ms)} ms`;
    return ms >= 1000 ? `${trim(ms / 1000)} s` : ms >= 1 ? `${trim(ms)} ms` : `${trim(ms * 1000)} µs`;
  };

  // A chart's place, of the width that there is, with its axes; layers are added on top.
  const LEFT = 62;
  const TOP = 24;
  const BOTTOM = 40;
  const frame = (svg, {x, y, y2, label}) => {
    const width = Math.max(280, Math.round(svg.clientWidth || 800));
    const height = width < 500 ? 250 : 330;
    const right = y2 ? 48 : 14;
    const floor = height - BOTTOM;
    const at = {svg, width, height, floor, left: LEFT, right: width - right, x, y, y2, parts: []};
    at.px = (value) => LEFT + x.scale.at(value) * (at.right - LEFT);
    at.py = (value, scale = y.scale) => floor - Math.min(1, Math.max(0, scale.at(value))) * (floor - TOP);
    const level = (value, style) => at.parts.push(draw('line', {
      class: style, x1: LEFT, x2: at.right, y1: at.py(value).toFixed(1), y2: at.py(value).toFixed(1)}));
    y.scale.minor.forEach((value) => level(value, 'minor'));
    for (const value of y.scale.ticks) {
      level(value, 'grid');
      at.parts.push(draw('text', {x: LEFT - 7, y: (at.py(value) + 4).toFixed(1), 'text-anchor': 'end'}, y.label(value)));
    }
    for (const value of x.scale.ticks) {
      const px = at.px(value);
      at.parts.push(draw('line', {class: 'grid', x1: px.toFixed(1), x2: px.toFixed(1), y1: TOP, y2: floor}),
          draw('text', {x: px.toFixed(1), y: floor + 16, 'text-anchor': px > at.right - 12 ? 'end' : 'middle'}, x.label(value)));
    }
    if (y2) {
      for (const value of y2.scale.ticks) {
        at.parts.push(draw('text', {x: at.right + 7, y: (at.py(value, y2.scale) + 4).toFixed(1)}, y2.label(value)));
      }
      at.parts.push(draw('text', {class: 'title', x: width - 2, y: 13, 'text-anchor': 'end'}, y2.title));
    }
    at.parts.push(draw('text', {class: 'title', x: 2, y: 13}, y.title),
        draw('text', {class: 'title', x: (LEFT + at.right) / 2, y: height - 5, 'text-anchor': 'middle'}, x.title));
    svg.setAttribute('aria-label', label);
    return at;
  };
  const finish = (at) => {
    at.cross = draw('line', {class: 'cross', x1: -9, x2: -9, y1: TOP, y2: at.floor});
    at.svg.setAttribute('viewBox', `0 0 ${at.width} ${at.height}`);
    at.svg.replaceChildren(...at.parts, at.cross);
    return at;
  };
  const nothing = (at, text) => at.parts.push(
      draw('text', {x: (LEFT + at.right) / 2, y: at.height / 2, 'text-anchor': 'middle'}, text));

  // What does not exist interrupts a line; a lone point is a dot.
  const line = (at, style, xs, ys, scale) => {
    let d = '';
    let open = false;
    ys.forEach((value, i) => {
      if (value !== null) {
        d += `${open ? 'L' : 'M'}${at.px(xs[i]).toFixed(1)} ${at.py(value, scale).toFixed(1)}${open ? '' : 'h0'}`;
      }
      open = value !== null;
    });
    at.parts.push(draw('path', {class: 'line ' + style, d}));
  };
  // Each value holds for its whole interval, from xs[i] to xs[i + 1].
  const stairs = (at, style, xs, ys, scale, filled) => {
    let d = '';
    let open = false;
    ys.forEach((value, i) => {
      if (value !== null) {
        const y = at.py(value, scale).toFixed(1);
        d += `${open ? 'V' : `M${at.px(xs[i]).toFixed(1)} ${filled ? at.floor + 'V' : ''}`}${y}H${at.px(xs[i + 1]).toFixed(1)}`;
        if (filled && (i + 1 === ys.length || ys[i + 1] === null)) d += `V${at.floor}Z`;
      }
      open = value !== null;
    });
    at.parts.push(draw('path', {class: (filled ? 'area ' : 'line ') + style, d}));
  };
  const dots = (at, style, points) => at.parts.push(draw('path', {
    class: 'points ' + style, d: points.map(([x, y]) => `M${at.px(x).toFixed(1)} ${at.py(y).toFixed(1)}h0`).join('')}));
  const diamonds = (at, style, points) => at.parts.push(draw('path', {
    class: style, d: points.map(([x, y]) => `M${at.px(x).toFixed(1)} ${(at.py(y) - 4.5).toFixed(1)}l4.5 4.5-4.5 4.5-4.5-4.5z`).join('')}));
