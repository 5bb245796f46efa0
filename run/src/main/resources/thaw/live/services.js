  // What was done to requests to local services that answer as late and busy as AWS's: a section that comes with the first.
  let toldEffects = 0;
  let effectsList = null;
  const effectItem = (each) => {
    const item = make('li');
    item.append(make('small', '', exactClock(each.at)), ' ', make('b', '', each.service), ' ' + each.text);
    if (each.request) item.append(' ', make('small', '', `${each.function}, request ${each.request}`));
    return item;
  };
  const showEffects = (told) => {
    if (!effectsList) {
      const section = make('section');
      const title = make('h2', '', 'What services have done to requests');
      title.id = 'services-title';
      section.id = 'services';
      section.setAttribute('aria-labelledby', title.id);
      effectsList = make('ol', 'effects');
      section.append(title, make('p', 'hint', ''), effectsList);
      byId('requests').before(section);
    }
    setText(effectsList.previousSibling, plural(told.total, 'request')
        + (told.total > told.effects.length ? `; the last ${told.effects.length}` : ''));
    // The total and an index from the oldest name each for good.
    keyed(effectsList, told.effects.map((each, i) => [told.total - i, each]), ([number]) => number,
        ([, each]) => effectItem(each), nothingChanges);
  };
  const loadEffects = async (count) => {
    if (count === toldEffects) return;
    toldEffects = count;
    try {
      const answer = await fetch('/_thaw/data/services', {cache: 'no-store'});
      if (!answer.ok) return;
      const told = await answer.json();
      whenReleased('services', () => showEffects(told));
    } catch {
      // The stream tells that Thaw does not answer.
    }
  };
