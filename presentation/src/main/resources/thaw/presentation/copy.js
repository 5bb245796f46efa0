  // Each remedy can be copied: its code where it has some, else its words. So can each command.
  document.querySelectorAll('.remedy, .command').forEach((remedy) => {
    const code = remedy.querySelector('pre');
    const text = (code || remedy).textContent.trim();
    const isCommand = remedy.matches('.command');
    const label = isCommand ? 'Copy' : code ? 'Copy code' : 'Copy remedy';
    const button = make('button', 'action copy', label);
    button.type = 'button';
    button.addEventListener('click', () => {
      const give = (event) => {
        event.clipboardData.setData('text/plain', text);
        event.preventDefault();
      };
      document.addEventListener('copy', give, {once: true});
      const copied = document.execCommand('copy');
      document.removeEventListener('copy', give);
      button.textContent = copied ? 'Copied' : 'Not copied: select it by hand';
      setTimeout(() => { button.textContent = label; }, 2000);
    });
    remedy.append(button);
  });
