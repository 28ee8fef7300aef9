import { createStage } from './stage.ts';
import { STATES } from './states.ts';

/** The page of one state: `?state=queued&scheme=dark&lang=ar`. `data-ready` on `<html>` tells that the state is reached. */
const query = new URLSearchParams(location.search);
const scheme = query.get('scheme') === 'dark' ? 'dark' : 'light';
const lang = query.get('lang') ?? 'en';
const state = STATES.find(({ name }) => name === query.get('state'));
const page = document.documentElement;

// The panel that orders faults has no platform here.
document.querySelector('#faults')?.remove();
page.lang = lang;
page.dir = lang === 'ar' || lang === 'he' ? 'rtl' : 'ltr';
page.style.colorScheme = scheme;

if (state) {
  await state.play(await createStage({ scheme, lang }, state)).catch((error: unknown) => {
    page.dataset['failed'] = String(error);
    throw error;
  });
  page.dataset['ready'] = state.name;
} else {
  document.body.textContent = `There is no state "${query.get('state')}". There are: ${STATES.map(({ name }) => name).join(', ')}.`;
}
