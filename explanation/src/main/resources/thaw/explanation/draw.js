  // How trees of the flame graph are drawn.
  const flameInk = (() => {
    const tint = (colour, share) => {
      const [r, g, b] = [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16));
      const mix = (part) => Math.round(part + (255 - part) * share);
      return `rgb(${mix(r)} ${mix(g)} ${mix(b)})`;
    };
    let value;
    let kinds;
    const read = () => {
      const style = getComputedStyle(document.documentElement);
      value = (name) => style.getPropertyValue('--' + name).trim();
      const share = Number(value('flame-tint'));
      kinds = data.kinds.map(([, name]) => tint(value(name), share));
    };
    read();
    return {
      read,
      kind: (kind) => kinds[kind],
      // The more of the larger one the difference is, the stronger.
      change: (now, before) => {
        const most = Math.max(now, before);
        const share = most ? Math.abs(now - before) / most : 0;
        if (share < 0.1) return tint(value('flame-same'), 0);
        return tint(value(now > before ? 'flame-more' : 'flame-less'), 0.75 - 0.75 * share);
      },
      value: (name) => value(name),
    };
  })();

  // Boxes of a tree: of what is above the zoomed one, of it, and of what is below.
  const NARROWEST = 0.4;
  const boxesOf = (tree, zoomed, width, boxes) => {
    const path = [];
    for (let node = zoomed; node >= 0; node = tree.parent[node]) path.unshift(node);
    path.forEach((node, row) => boxes.push({tree, node, x: 0, width, row}));
    const scale = tree.micros[zoomed] ? width / tree.micros[zoomed] : 0;
    let deepest = tree.depth[zoomed];
    // Where the next child of each depth begins.
    const begin = [];
    begin[deepest + 1] = 0;
    for (let node = zoomed + 1; node < tree.next[zoomed];) {
      const depth = tree.depth[node];
      const wide = tree.micros[node] * scale;
      const x = begin[depth];
      begin[depth] = x + wide;
      begin[depth + 1] = x;
      if (wide < NARROWEST) { node = tree.next[node]; continue; }
      boxes.push({tree, node, x, width: wide, row: depth});
      deepest = Math.max(deepest, depth);
      node++;
    }
    return deepest;
  };

  const penOf = (canvas, width, height) => {
    const ratio = Math.min(window.devicePixelRatio || 1, 2, 16000 / height);
    canvas.width = Math.round(width * ratio);
    canvas.height = Math.round(height * ratio);
    canvas.style.height = height + 'px';
    const pen = canvas.getContext('2d');
    pen.setTransform(ratio, 0, 0, ratio, 0, 0);
    return pen;
  };

  // Packages give way first: the method is what people look for. Files and functions of the system
  // have no package.
  const isJava = (text) => /^([a-z_]\w*\.)+[\w$]+\.[\w$<>]+$/i.test(text) && !/\.so(\.|$)/.test(text);
  const shortened = (text, room) => {
    if (text.length <= room) return text;
    if (room < 3) return '';
    const tail = isJava(text) ? text.split('.').slice(-2).join('.') : text;
    return tail.length <= room ? tail : tail.slice(0, room - 1) + '\u2026';
  };
  const ROW = 18;
  const writeName = (pen, box, text, letter, ink) => {
    if (box.width <= 28) return;
    const name = shortened(text, Math.floor((box.width - 8) / letter));
    if (!name) return;
    pen.fillStyle = ink;
    pen.fillText(name, box.x + 4, box.row * ROW + ROW / 2, box.width - 6);
  };

  // The whole, small: what is outside the zoomed box is dimmed, the marked boxes stand out.
  const MAP_HEIGHT = 64;
  const drawMap = (canvas, tree, zoomed, marked, colour) => {
    const width = canvas.clientWidth;
    if (!width) return [];
    const boxes = [];
    const deepest = boxesOf(tree, 0, width, boxes);
    const row = Math.min(6, MAP_HEIGHT / (deepest + 1));
    const pen = penOf(canvas, width, MAP_HEIGHT);
    for (const box of boxes) {
      pen.fillStyle = colour(box);
      pen.fillRect(box.x, box.row * row, Math.max(box.width, NARROWEST), Math.max(row, 0.7));
    }
    // A marked box, with all that is below it.
    pen.fillStyle = flameInk.value('found');
    pen.globalAlpha = 0.75;
    boxes.filter((box) => marked.has(box.node)).forEach((box) =>
      pen.fillRect(box.x, box.row * row, Math.max(box.width, 2), MAP_HEIGHT - box.row * row));
    pen.globalAlpha = 1;
    const here = zoomed > 0 && boxes.find((box) => box.node === zoomed);
    if (here) {
      pen.globalAlpha = 0.72;
      pen.fillStyle = flameInk.value('page');
      pen.fillRect(0, 0, here.x, MAP_HEIGHT);
      pen.fillRect(here.x + here.width, 0, width, MAP_HEIGHT);
      pen.globalAlpha = 1;
      pen.strokeStyle = flameInk.value('ink');
      pen.lineWidth = 1.5;
      pen.strokeRect(here.x + 0.75, here.row * row + 0.75, Math.max(1, here.width - 1.5), MAP_HEIGHT - here.row * row - 1.5);
    }
    boxes.forEach((box) => { box.top = box.row * row; box.bottom = box.top + row; });
    return boxes;
  };
