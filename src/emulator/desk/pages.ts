import { html } from 'hono/html';
import { MAX_DESK_NAME } from '../../protocol/desk.ts';
import { DESK_PATH } from '../http/paths.ts';

/** The HTML pages of the desk. */

const page = (title: string, body: ReturnType<typeof html>) => html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="stylesheet" href="${DESK_PATH}/desk.css">
</head>
${body}
</html>`;

/** The page of a live agent who has signed in. Its script renders the rest. */
export const deskPage = () =>
  page(
    'Desk',
    html`<body>
<div id="desk"><noscript><p class="plain">The desk needs JavaScript.</p></noscript></div>
<script type="module" src="${DESK_PATH}/desk.js"></script>
</body>`,
  );

export const signInPage = (name: string, error?: string) =>
  page(
    'Sign in to the desk',
    html`<body>
<main class="sign-in">
<h1>Desk</h1>
<p>Visitors who ask for a person come here.</p>
<form method="post" action="${DESK_PATH}/sign-in">
<label for="name">Your name, as visitors see it</label>
<input id="name" name="name" value="${name}" maxlength="${MAX_DESK_NAME}" autocomplete="given-name" required>
<label for="key">Control key</label>
<input id="key" name="key" type="password" autocomplete="off" required ${error ? html`aria-describedby="error"` : ''}>
${error ? html`<p class="error" id="error" role="alert">${error}</p>` : ''}
<button class="primary">Go to the desk</button>
</form>
</main>
</body>`,
  );

export const signedInPage = () =>
  page(
    'Desk',
    html`<body>
<main class="sign-in"><p><a href="${DESK_PATH}">Go to the desk</a></p></main>
</body>`,
  );

export const closedPage = () =>
  page(
    'The desk is closed',
    html`<body>
<main class="sign-in">
<h1>The desk is closed</h1>
<p>It opens when the platform has a control key: start it with <code>FOYER_CONTROL_KEY</code>, or with
<code>--control-key-file</code>, and sign in here with that key.</p>
</main>
</body>`,
  );
