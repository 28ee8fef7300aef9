/** The sentences of the page. `send` of the chat's public API opens the chat and sends one. */

/** Until the script of the chat has run, a call waits in the queue that it replays. */
function call(method, ...values) {
  if (typeof window.Foyer?.[method] === 'function') window.Foyer[method](...values);
  else {
    window.Foyer ??= [];
    window.Foyer.push([method, ...values]);
  }
}

for (const button of document.querySelectorAll('[data-say]')) {
  button.addEventListener('click', () => {
    // A chat that has ended takes no messages.
    if (window.Foyer?.state?.connection === 'ended') call('restart');
    call('send', button.dataset.say);
  });
}
