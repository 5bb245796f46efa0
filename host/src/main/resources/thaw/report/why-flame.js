  // The flame graph: a tree in arrays, in the order of a walk, so that next[i] skips what is below i.
  const flame = (() => {
    const CAUSES = data.causes.length;
    const ROW = 18;
    const canvas = byId('flame-canvas');
    const box = byId('flame-box');
    const state = byId('flame-state');
    const phaseChoice = byId('flame-phase');
    const threadChoice = byId('flame-threads');
    const search = byId('flame-search');
    const pen = canvas.getContext('2d');

    const nameOf = (token) => token < CAUSES ? `[${data.causes[token][0]}]` : data.flame.frames[token - CAUSES];
    const grow = () => ({token: [], depth: [], parent: [], micros: [], next: [], kind: []});
    const build = (trees, rootName) => {
      const tree = grow();
      const push = (token, depth, parent) => {
        tree.token.push(token); tree.depth.push(depth); tree.parent.push(parent);
        tree.micros.push(0); tree.next.push(0); tree.kind.push(0);
        return tree.token.length - 1;
      };
      const labels = [rootName];
      push(-1, 0, -1);
      for (const each of trees) {
        labels.push(each.phase);
        let node = push(-labels.length, 1, 0);
        const {tokens} = each;
        for (let i = 0; i < tokens.length; i++) {
          const token = tokens[i];
          if (token < 0) {
            for (let up = token; up < 0; up++) node = tree.parent[node];
          } else if (token < CAUSES) {
            const leaf = push(token, tree.depth[node] + 1, node);
            tree.micros[leaf] = tokens[++i];
          } else {
            node = push(token, tree.depth[node] + 1, node);
          }
        }
      }
      // From the last to the first: sums, ends, and the kind of cause that a box mostly cost.
      const count = tree.token.length;
      const kinds = data.kinds.length;
      const costs = new Float64Array(count * kinds);
      for (let i = count - 1; i >= 0; i--) {
        const token = tree.token[i];
        if (token >= 0 && token < CAUSES) costs[i * kinds + data.causes[token][1]] += tree.micros[i];
        let best = 0;
        for (let k = 1; k < kinds; k++) if (costs[i * kinds + k] > costs[i * kinds + best]) best = k;
        tree.kind[i] = best;
        const parent = tree.parent[i];
        if (parent >= 0) {
          tree.micros[parent] += tree.micros[i];
          for (let k = 0; k < kinds; k++) costs[parent * kinds + k] += costs[i * kinds + k];
        }
        if (!tree.next[i]) tree.next[i] = i + 1;
        if (parent >= 0) tree.next[parent] = Math.max(tree.next[parent], tree.next[i]);
      }
      tree.labels = labels;
      return tree;
    };
    const label = (node) => {
      const token = tree.token[node];
      return token < 0 ? tree.labels[-token - 1] : nameOf(token);
    };

    let tree = build([], '');
    let zoomed = 0;
    let found = null;
    let rects = [];
    let colours = null;
    const readColours = () => {
      const style = getComputedStyle(document.documentElement);
      const value = (name) => style.getPropertyValue('--' + name).trim();
      const tint = (colour, share) => {
        const [r, g, b] = [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16));
        const mix = (part) => Math.round(part + (255 - part) * share);
        return `rgb(${mix(r)} ${mix(g)} ${mix(b)})`;
      };
      const share = Number(value('flame-tint'));
      colours = {
        kinds: data.kinds.map(([, style]) => tint(value(style), share)),
        ink: value('flame-ink'), line: value('flame-line'), found: value('found'),
      };
    };

    const draw = () => {
      const width = box.clientWidth;
      if (!width) return;
      const zoomDepth = tree.depth[zoomed];
      rects = [];
      let deepest = zoomDepth;
      const scale = tree.micros[zoomed] ? width / tree.micros[zoomed] : 0;
      const path = [];
      for (let node = zoomed; node >= 0; node = tree.parent[node]) path.unshift(node);
      path.forEach((node, row) => rects.push({node, x: 0, width, row}));
      // Where the next child of each depth begins.
      const begin = [];
      begin[zoomDepth + 1] = 0;
      for (let node = zoomed + 1; node < tree.next[zoomed];) {
        const depth = tree.depth[node];
        const wide = tree.micros[node] * scale;
        const x = begin[depth];
        begin[depth] = x + wide;
        begin[depth + 1] = x;
        if (wide < 0.4) { node = tree.next[node]; continue; }
        rects.push({node, x, width: wide, row: depth});
        deepest = Math.max(deepest, depth);
        node++;
      }
      const height = (deepest + 1) * ROW;
      const ratio = Math.min(window.devicePixelRatio || 1, 2, 16000 / height);
      canvas.width = Math.round(width * ratio);
      canvas.height = Math.round(height * ratio);
      canvas.style.height = height + 'px';
      pen.setTransform(ratio, 0, 0, ratio, 0, 0);
      pen.font = '12px system-ui, -apple-system, "Segoe UI", Roboto, Arial, sans-serif';
      pen.textBaseline = 'middle';
      const letter = pen.measureText('m').width * 0.62;
      for (const rect of rects) {
        const matched = found && found.has(rect.node);
        pen.globalAlpha = rect.node !== zoomed && rect.row < zoomDepth ? 0.6 : 1;
        pen.fillStyle = matched ? colours.found : colours.kinds[tree.kind[rect.node]];
        pen.fillRect(rect.x, rect.row * ROW, Math.max(rect.width - (rect.width > 3 ? 1 : 0), 0.4), ROW - 1);
        if (rect.width > 28) {
          const room = Math.floor((rect.width - 8) / letter);
          let text = label(rect.node);
          if (text.length > room) text = short(text, room);
          if (text) {
            pen.fillStyle = matched ? '#ffffff' : colours.ink;
            pen.fillText(text, rect.x + 4, rect.row * ROW + ROW / 2, rect.width - 6);
          }
        }
        pen.globalAlpha = 1;
      }
      describe();
    };
    // Packages give way first: the method is what people look for.
    const short = (text, room) => {
      if (room < 3) return '';
      const parts = text.split('.');
      const tail = parts.length > 2 && !text.includes('(') ? parts.slice(-2).join('.') : text;
      return tail.length <= room ? tail : tail.slice(0, room - 1) + '\u2026';
    };
    const ms = (node) => tree.micros[node] / 1000;
    const foundMicros = (from) => {
      let micros = 0;
      for (let node = from; node < tree.next[from];) {
        if (found.has(node)) { micros += tree.micros[node]; node = tree.next[node]; } else node++;
      }
      return micros;
    };
    const describe = () => {
      const parts = [];
      const all = tree.micros[0];
      parts.push(all ? `${label(zoomed)}: ${figure(ms(zoomed))} ms, ${percent(tree.micros[zoomed] / all)}` : 'No samples.');
      if (found && all) {
        const share = tree.micros[zoomed] ? foundMicros(zoomed) / tree.micros[zoomed] : 0;
        parts.push(`matched: ${percent(share)} (${figure(foundMicros(zoomed) / 1000)} ms)`);
      }
      state.textContent = parts.join(' \u00b7 ');
    };
    const at = (event) => {
      const area = canvas.getBoundingClientRect();
      const x = event.clientX - area.left;
      const row = Math.floor((event.clientY - area.top) / ROW);
      return rects.find((rect) => rect.row === row && x >= rect.x && x < rect.x + rect.width);
    };
    const look = () => {
      const words = search.value.trim().toLowerCase();
      found = null;
      if (words) {
        const hits = new Set();
        const known = new Map();
        for (let node = 1; node < tree.token.length; node++) {
          const token = tree.token[node];
          if (!known.has(token)) known.set(token, label(node).toLowerCase().includes(words));
          if (known.get(token)) hits.add(node);
        }
        found = hits;
      }
      draw();
    };
    const LATER = 'later invocations';
    const choose = () => {
      const critical = threadChoice.value === '1';
      const phase = phaseChoice.value;
      const trees = data.flame.trees.filter((each) => each.critical === critical
          && (phase ? each.phase === phase : each.phase !== LATER));
      tree = build(trees, phase ? 'one phase' : 'whole cold start');
      zoomed = 0;
      look();
    };
    const option = (value, text) => {
      const element = make('option', '', text);
      element.value = value;
      return element;
    };
    const phases = [...new Set(data.flame.trees.map((each) => each.phase))];
    phaseChoice.append(option('', 'whole cold start'), ...phases.map((each) => option(each, each)));
    phaseChoice.addEventListener('change', choose);
    threadChoice.addEventListener('change', choose);
    search.addEventListener('input', look);
    byId('flame-reset').addEventListener('click', () => {
      search.value = '';
      phaseChoice.value = '';
      threadChoice.value = '1';
      choose();
    });
    canvas.addEventListener('click', (event) => {
      const rect = at(event);
      if (!rect) return;
      zoomed = rect.node;
      draw();
    });
    const scheme = matchMedia('(prefers-color-scheme: dark)');
    scheme.addEventListener('change', () => { readColours(); draw(); });
    new ResizeObserver(() => draw()).observe(box);
    readColours();
    choose();
    return {
      tip: (event) => {
        const rect = at(event);
        if (!rect) return '';
        const {node} = rect;
        const share = tree.micros[0] ? tree.micros[node] / tree.micros[0] : 0;
        return `${label(node)}\n${figure(ms(node))} ms, ${percent(share)}\nmostly ${data.kinds[tree.kind[node]][0]}`;
      },
    };
  })();
