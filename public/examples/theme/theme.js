import { attributesOf, brandingOf, lookIn, queryOf } from '/examples/theme/look.js';

const form = document.querySelector('form');
const preview = document.querySelector('#preview');
const copied = document.querySelector('#copied');

const tagOf = (look) =>
  [
    '<script src="https://YOUR-RELAY/widget.js"',
    ...Object.entries(attributesOf(look)).map(([name, value]) => `  ${name}="${value}"`),
    '  async></script>',
  ].join('\n');

function show(look) {
  const query = queryOf(look);
  document.querySelector('#tag').textContent = tagOf(look);
  document.querySelector('#file').textContent = JSON.stringify(brandingOf(look), null, 2);
  document.querySelector('#link').href = `?${query}`;
  history.replaceState(null, '', query ? `?${query}` : location.pathname);
  // `replace`: the back button leads out of the studio, not through each change.
  const address = `/examples/theme/preview.html?${query}`;
  if (preview.contentWindow && preview.src) preview.contentWindow.location.replace(address);
  else preview.src = address;
}

const look = lookIn(location.search);
for (const [name, value] of Object.entries(look)) form.elements.namedItem(name).value = value;
show(look);

let timer;
form.addEventListener('input', () => {
  clearTimeout(timer);
  timer = setTimeout(() => show(Object.fromEntries(new FormData(form))), 250);
});
form.addEventListener('submit', (event) => event.preventDefault());

for (const button of document.querySelectorAll('[data-copy]'))
  button.addEventListener('click', async () => {
    const text = document.querySelector(`#${button.dataset.copy}`).textContent;
    copied.textContent = await navigator.clipboard.writeText(text).then(
      () => 'Copied.',
      () => 'This browser does not let the page copy. Select the text instead.',
    );
  });

for (const button of document.querySelectorAll('[data-size]'))
  button.addEventListener('click', () => {
    preview.dataset.size = button.dataset.size;
    for (const each of document.querySelectorAll('[data-size]:not(iframe)'))
      each.setAttribute('aria-pressed', String(each === button));
  });
