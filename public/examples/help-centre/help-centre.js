import { connectFrame } from '/foyer-chat/frame.js';

const frame = document.querySelector('#chat');
const chat = connectFrame(frame);

for (const button of document.querySelectorAll('[data-say]')) {
  button.addEventListener('click', () => chat.send(button.dataset.say));
}
document.querySelector('#language').addEventListener('change', ({ target }) => chat.setLocale(target.value));
document
  .querySelector('#colour')
  .addEventListener('change', ({ target }) => chat.setTheme({ accent: target.value }));
document.querySelector('#restart').addEventListener('click', () => chat.restart());

// The chat says when it opens and closes; what becomes of its place is the page's to decide.
const toggle = document.querySelector('#toggle');
toggle.addEventListener('click', () => (frame.hidden ? chat.open() : chat.close()));
const show = (isOpen) => {
  frame.hidden = !isOpen;
  document.querySelector('main').classList.toggle('alone', !isOpen);
  toggle.textContent = isOpen ? 'Hide the chat' : 'Show the chat';
  toggle.setAttribute('aria-expanded', String(isOpen));
};
chat.on('open', () => show(true));
chat.on('close', () => show(false));

const events = document.querySelector('#events');
const NAMES = [
  'ready',
  'open',
  'close',
  'message',
  'connection',
  'handoff',
  'client-handoff-required',
  'language',
  'session-start',
  'session-end',
  'error',
];
for (const name of NAMES) {
  chat.on(name, (detail) => {
    const line = document.createElement('li');
    const title = document.createElement('b');
    const words = document.createElement('span');
    title.textContent = name;
    words.textContent =
      name === 'message' ? `${detail.author}: ${detail.text}` : Object.values(detail).join(' · ');
    line.append(title, words);
    events.prepend(line);
  });
}
