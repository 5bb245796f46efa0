  // Trees of the flame graph, in arrays and in the order of a walk, so that next[i] skips what is
  // below i. A token below zero is a phase, below CAUSES a cause, and any other a frame.
  const CAUSES = data.causes.length;
  const frameName = (token) =>
      token < CAUSES ? `[${data.causes[token][0]}]` : data.flame.frames[token - CAUSES];
  const phaseNames = [];
  const phaseToken = (name) => {
    const at = phaseNames.indexOf(name);
    return -1 - (at < 0 ? phaseNames.push(name) - 1 : at);
  };
  const tokenName = (token) => token < 0 ? phaseNames[-1 - token] : frameName(token);

  // What a walk meets: down(token), up(levels), and leaf(cause, microseconds).
  const walk = (trees, {down, up, leaf}) => {
    for (const {phase, tokens} of trees) {
      down(phaseToken(phase));
      let depth = 1;
      for (let i = 0; i < tokens.length; i++) {
        const token = tokens[i];
        if (token < 0) { up(-token); depth += token; }
        else if (token < CAUSES) leaf(token, tokens[++i]);
        else { down(token); depth++; }
      }
      up(depth);
    }
  };

  // A tree that grows by paths: equal ones are one. before is what an earlier profile had.
  const sprout = (token) =>
      ({token, micros: 0, before: 0, waits: 0, causes: new Map(), children: new Map()});
  const branch = (node, token) => {
    let child = node.children.get(token);
    if (!child) node.children.set(token, child = sprout(token));
    return child;
  };
  const grow = (root, trees, {own, host, before}) => {
    const path = [root];
    const kept = [];
    const owns = own && new Set(data.flame.own.map((frame) => frame + CAUSES));
    walk(trees, {
      down: (token) => {
        const keeps = !owns || token < 0 || owns.has(token);
        kept.push(keeps);
        if (keeps) path.push(branch(path[path.length - 1], token));
      },
      up: (levels) => { for (; levels > 0; levels--) if (kept.pop()) path.pop(); },
      leaf: (cause, micros) => {
        if (!host && cause === data.host) return;
        for (const node of path) {
          node[before ? 'before' : 'micros'] += micros;
          if (!before && waiting.has(cause)) node.waits += micros;
        }
        const last = path[path.length - 1];
        if (!before) last.causes.set(cause, (last.causes.get(cause) || 0) + micros);
      },
    });
    return root;
  };

  // Causes of a thread that was not on a CPU.
  const waiting = new Set(data.waiting);
  const isIdle = (node) => node.waits * 2 > node.micros;

  const largest = (costs) => costs.indexOf(Math.max(...costs));
  // As arrays, what was on a CPU before what waited, the largest first: a reader begins at the left.
  // With causes they are the lowest boxes.
  const flatten = (root, withCauses) => {
    const tree = {token: [], depth: [], parent: [], micros: [], before: [], next: [], kind: []};
    const add = (token, depth, parent, micros, before) => {
      tree.token.push(token); tree.depth.push(depth); tree.parent.push(parent);
      tree.micros.push(micros); tree.before.push(before); tree.next.push(0); tree.kind.push(0);
      return tree.token.length - 1;
    };
    const place = (node, depth, parent) => {
      const at = add(node.token, depth, parent, node.micros, node.before);
      const costs = new Array(data.kinds.length).fill(0);
      const leaf = (idle) => ([cause, micros]) => {
        if (waiting.has(cause) !== idle) return;
        costs[data.causes[cause][1]] += micros;
        if (!withCauses) return;
        const last = add(cause, depth + 1, at, micros, 0);
        tree.kind[last] = data.causes[cause][1];
        tree.next[last] = last + 1;
      };
      const below = (idle) => [...node.children.values()].filter((child) => isIdle(child) === idle)
          .sort((a, b) => b.micros - a.micros).forEach((child) => {
            place(child, depth + 1, at).forEach((cost, kind) => { costs[kind] += cost; });
          });
      for (const idle of [false, true]) {
        [...node.causes].forEach(leaf(idle));
        below(idle);
      }
      tree.next[at] = tree.token.length;
      tree.kind[at] = largest(node.kinds || costs);
      return costs;
    };
    place(root, 0, -1);
    return tree;
  };

  // What called a frame, and what it called. Of a recursion the outermost call counts.
  const sides = (tree, token) => {
    const callers = sprout(token);
    const callees = sprout(token);
    const add = (node, from, place) => {
      const micros = tree.micros[from];
      node.micros += micros;
      node.before += tree.before[from];
      node.kinds = node.kinds || new Array(data.kinds.length).fill(0);
      node.kinds[tree.kind[place]] += micros;
    };
    const copy = (into, at) => {
      add(into, at, at);
      for (let child = at + 1; child < tree.next[at]; child = tree.next[child]) {
        copy(branch(into, tree.token[child]), child);
      }
    };
    const places = [];
    for (let at = 1; at < tree.token.length;) {
      if (tree.token[at] !== token) { at++; continue; }
      places.push(at);
      copy(callees, at);
      let node = callers;
      for (let up = at; up > 0; up = tree.parent[up]) {
        if (up !== at) node = branch(node, tree.token[up]);
        add(node, at, up);
      }
      at = tree.next[at];
    }
    return {callers: flatten(callers, false), callees: flatten(callees, false), places};
  };
