  // This machine: it is the limit of what runs on it when its CPUs have no time to spare.
  const SATURATED = 0.9;
  const LATELY = 5; // samples, one a second
  const machine = {};
  const MACHINE = timed({range: () => [0, 1]}, {
    series: [{}, line('cold', {width: 1.8}), line('s0', {width: 1.8})],
    hooks: {draw: [(plot) => { if (machine.empty) remark(plot, 'seen as long as somebody looks'); }]},
  }, {splits: () => [0, 0.5, 1], values: (_, values) => values.map((share) => 100 * share + ' %')});
  const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const lately = () => state.host.slice(-LATELY);
  const isSaturated = () => lately().length === LATELY && mean(lately().map((each) => each.cpuShare)) >= SATURATED;
  const renderMachine = () => {
    const last = state.host[state.host.length - 1];
    const share = lately().length ? mean(lately().map((each) => each.cpuShare)) : 0;
    setText(byId('tile-cpu'), last ? percent(share, 1) : '–');
    setText(byId('tile-used'), last && last.memoryMiB ? percent(last.usedMiB, last.memoryMiB) : '–');
    byId('tile-cpu').parentNode.classList.toggle('alarming', isSaturated());
    byId('saturated').hidden = !isSaturated();
    setText(byId('saturated'), isSaturated()
        ? `The host is saturated: its CPUs were busy for ${percent(share, 1)} of the last ${LATELY} s. What is measured now is this machine's limit, not the functions'.` : '');
  };
  const drawMachine = () => {
    const samples = state.host.filter((each) => each.at >= time.begin);
    machine.empty = samples.length < 2;
    // A line ends where nobody looked.
    const points = samples.flatMap((each, i) => [
      ...(i && each.at - samples[i - 1].at > 10000 ? [[samples[i - 1].at + 1, null, null]] : []),
      [each.at, each.cpuShare, each.memoryMiB ? each.usedMiB / each.memoryMiB : null]]);
    const last = samples[samples.length - 1];
    const text = last ? `CPUs ${percent(last.cpuShare, 1)} busy` + (last.memoryMiB
        ? `, ${whole(last.usedMiB)} of ${whole(last.memoryMiB)} MB used` : '') : '';
    setText(byId('machine-text'), text);
    refresh('machine', 110, 'This machine: ' + text, MACHINE, points.length
        ? [0, 1, 2].map((i) => points.map((each) => each[i])) : [[time.begin, time.end], [null, null], [null, null]]);
  };
