  // The flame graph: what is chosen, zoomed, searched and looked at from both sides.
  const flame = (() => {
    const LATER = 'later invocations';
    const WHOLE = phaseToken('whole cold start');
    const ONE = phaseToken('one phase');
    const canvas = byId('flame-canvas');
    const map = byId('flame-map');
    const box = byId('flame-box');
    const state = byId('flame-state');
    const phaseChoice = byId('flame-phase');
    const threadChoice = byId('flame-threads');
    const colourChoice = byId('flame-colours');
    const search = byId('flame-search');
    const sidesButton = byId('flame-sides');
    const ownSwitch = byId('flame-own');
    const fullSwitch = byId('flame-full');
    const hostSwitch = byId('hide-host');

    let tree = null;
    let zoomed = 0;
    let found = null;
    // The frame whose callers and callees are shown, and the two trees of them.
    let looked = null;
    let boxes = [];
    let mapBoxes = [];

    const nameOf = (rect) => tokenName(rect.tree.token[rect.node]);
    const compares = () => Boolean(colourChoice) && colourChoice.value === 'change';
    const colour = ({tree: of, node}) => compares()
        ? flameInk.change(of.micros[node], of.before[node])
        : flameInk.kind(of.kind[node]);
    const known = new Map();
    const matches = (token) => {
      if (!known.has(token)) known.set(token, tokenName(token).toLowerCase().includes(found));
      return known.get(token);
    };

    const lay = (width) => {
      boxes = [];
      if (!looked) return boxesOf(tree, zoomed, width, boxes);
      const above = [];
      const high = boxesOf(looked.callers, 0, width, above);
      boxes = above.filter((rect) => rect.node > 0);
      boxes.forEach((rect) => { rect.row = high - rect.row; });
      const below = [];
      const deep = boxesOf(looked.callees, 0, width, below);
      below.forEach((rect) => { rect.row += high; boxes.push(rect); });
      return high + deep;
    };
    const draw = () => {
      const width = box.clientWidth;
      if (!width) return;
      const height = (lay(width) + 1) * ROW;
      const pen = penOf(canvas, width, height);
      pen.font = '12px system-ui, -apple-system, "Segoe UI", Roboto, Arial, sans-serif';
      pen.textBaseline = 'middle';
      const letter = pen.measureText('m').width * 0.62;
      const ink = flameInk.value('flame-ink');
      for (const rect of boxes) {
        const matched = found && matches(rect.tree.token[rect.node]);
        const isCentre = looked && rect.node === 0;
        pen.globalAlpha = !looked && rect.row < tree.depth[zoomed] ? 0.6 : 1;
        pen.fillStyle = matched ? flameInk.value('found') : colour(rect);
        pen.fillRect(rect.x, rect.row * ROW,
            Math.max(rect.width - (rect.width > 3 ? 1 : 0), NARROWEST), ROW - 1);
        writeName(pen, rect, nameOf(rect), letter, matched ? '#ffffff' : ink);
        if (isCentre) {
          pen.strokeStyle = flameInk.value('ink');
          pen.lineWidth = 2;
          pen.strokeRect(1, rect.row * ROW + 1, rect.width - 2, ROW - 3);
        }
        pen.globalAlpha = 1;
      }
      mapBoxes = drawMap(map, tree, looked ? 0 : zoomed, new Set(looked ? looked.places : []), colour);
      describe();
    };

    const ms = (micros) => figure(micros / 1000);
    const share = (micros) => percent(tree.micros[0] ? micros / tree.micros[0] : 0);
    const foundMicros = (of, from) => {
      let micros = 0;
      for (let node = from; node < of.next[from];) {
        if (matches(of.token[node])) { micros += of.micros[node]; node = of.next[node]; } else node++;
      }
      return micros;
    };
    const change = (now, before) =>
        `before ${ms(before)} ms, ${now < before ? '\u2212' : '+'}${ms(Math.abs(now - before))} ms`;
    const describe = () => {
      const of = looked ? looked.callees : tree;
      const at = looked ? 0 : zoomed;
      const micros = of.micros[at];
      const parts = [];
      if (!tree.micros[0]) parts.push('No samples.');
      else parts.push(`${tokenName(of.token[at])}: ${ms(micros)} ms, ${share(micros)}`);
      if (looked) parts.push('callers above, callees below; click one to look at it, or Reset');
      if (compares() && tree.micros[0]) parts.push(change(micros, of.before[at]));
      if (found && tree.micros[0]) {
        const hit = foundMicros(of, at);
        parts.push(`matched: ${percent(micros ? hit / micros : 0)} (${ms(hit)} ms)`);
      }
      state.textContent = parts.join(' \u00b7 ');
      sidesButton.disabled = Boolean(looked) || tree.token[zoomed] < 0;
    };

    const choose = () => {
      const critical = threadChoice.value === '1';
      const phase = phaseChoice.value;
      const chosen = (trees) => trees.filter((each) => each.critical === critical
          && (phase ? each.phase === phase : each.phase !== LATER));
      const options = {own: ownSwitch.checked, host: !(hostSwitch && hostSwitch.checked)};
      const root = grow(sprout(phase ? ONE : WHOLE), chosen(data.flame.trees), options);
      if (compares()) grow(root, chosen(data.flame.older), {...options, before: true});
      tree = flatten(root, !compares());
      zoomed = 0;
      looked = null;
      draw();
    };
    const zoom = (node) => { zoomed = node; looked = null; draw(); };
    const look = (token) => {
      const both = sides(tree, token);
      if (!both.places.length) return false;
      looked = both;
      draw();
      box.scrollTop = (boxes.find((rect) => rect.node === 0).row - 6) * ROW;
      return true;
    };
    const seek = () => {
      found = search.value.trim().toLowerCase() || null;
      known.clear();
      draw();
    };
    const at = (event) => {
      const area = canvas.getBoundingClientRect();
      const x = event.clientX - area.left;
      const row = Math.floor((event.clientY - area.top) / ROW);
      return boxes.find((rect) => rect.row === row && x >= rect.x && x < rect.x + rect.width);
    };

    const option = (value, text) => {
      const element = make('option', '', text);
      element.value = value;
      return element;
    };
    const phases = [...new Set(data.flame.trees.map((each) => each.phase))];
    phaseChoice.append(option('', 'whole cold start'), ...phases.map((each) => option(each, each)));
    [phaseChoice, threadChoice, colourChoice, ownSwitch, hostSwitch].filter(Boolean)
        .forEach((each) => each.addEventListener('change', choose));
    search.addEventListener('input', seek);
    fullSwitch.addEventListener('change', () => box.classList.toggle('full', fullSwitch.checked));
    sidesButton.addEventListener('click', () => look(tree.token[zoomed]));
    byId('flame-reset').addEventListener('click', () => {
      search.value = '';
      found = null;
      known.clear();
      phaseChoice.value = '';
      threadChoice.value = '1';
      ownSwitch.checked = false;
      choose();
    });
    canvas.addEventListener('click', (event) => {
      const rect = at(event);
      if (!rect) return;
      if (!looked) zoom(rect.node);
      else if (rect.tree.token[rect.node] >= 0) look(rect.tree.token[rect.node]);
    });
    // The lowest box at that place, as deep as the pointer is.
    map.addEventListener('click', (event) => {
      const area = map.getBoundingClientRect();
      const x = event.clientX - area.left;
      const y = event.clientY - area.top;
      const hit = mapBoxes.filter((each) => x >= each.x && x < each.x + each.width && each.top <= y);
      if (hit.length) zoom(hit.reduce((a, b) => b.row > a.row ? b : a).node);
    });
    canvas.addEventListener('keydown', (event) => {
      if (looked) return;
      const parent = tree.parent[zoomed];
      const siblings = [];
      for (let node = parent + 1; parent >= 0 && node < tree.next[parent]; node = tree.next[node]) {
        siblings.push(node);
      }
      const beside = siblings.indexOf(zoomed);
      const to = {
        ArrowUp: parent >= 0 ? parent : undefined,
        ArrowDown: zoomed + 1 < tree.next[zoomed] ? zoomed + 1 : undefined,
        ArrowLeft: siblings[beside - 1],
        ArrowRight: siblings[beside + 1],
      }[event.key];
      if (to === undefined) return;
      event.preventDefault();
      zoom(to);
    });
    const scheme = matchMedia('(prefers-color-scheme: dark)');
    scheme.addEventListener('change', () => { flameInk.read(); draw(); });
    choose();
    new ResizeObserver(() => draw()).observe(box);
    return {
      tip: (event) => {
        const rect = at(event);
        if (!rect) return '';
        const {tree: of, node} = rect;
        const micros = of.micros[node];
        const last = compares() ? change(micros, of.before[node]) : `mostly ${data.kinds[of.kind[node]][0]}`;
        return `${nameOf(rect)}\n${ms(micros)} ms, ${share(micros)}\n${last}`;
      },
      look: (name) => {
        const frame = data.flame.frames.indexOf(name);
        if (frame < 0) return;
        if (!look(frame + CAUSES)) {
          byId('flame-reset').click();
          look(frame + CAUSES);
        }
        byId('flame').scrollIntoView();
      },
    };
  })();
