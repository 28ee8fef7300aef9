import type { Page } from 'playwright/test';
import type { FoyerApi } from '../src/embed/api.ts';
import type { ServerEventBody } from '../src/protocol/events.ts';
import { type Attack, CORPUS, EXIT_HOST } from '../test/support/corpus/index.ts';
import { strangersIn } from '../test/support/corpus/strangers.ts';
import { agentSays, takeFarSide } from './far-side.ts';
import { expect, test } from './fixtures.ts';
import { NOTHING, PICTURES, watchedPage } from './watched-page.ts';

test.use({
  demoOptions: { logLevel: 'silent', branding: { image_hosts: [PICTURES] } },
  // A trace would hold every one of the strings at every step.
  trace: 'off',
});
test.setTimeout(90_000);

/** So many conversations hold the corpus. */
const PARTS = 3;
const partOf = (part: number) => CORPUS.filter(({ number }) => number % PARTS === part);

/** A string wherever the platform may put one; each person is another one, so that each name is shown. */
function everywhere({ number, text }: Attack): readonly ServerEventBody[] {
  const person = { id: `${number}`, name: text, avatarUrl: text };
  return [
    agentSays(`agent ${number} ${text}`, text, {
      person,
      attachments: [
        {
          contentType: 'url',
          contentUrl: 'https://shop.example/lamp',
          title: text,
          previewImageUrl: text,
          callToActionText: text,
        },
        { contentType: 'url', contentUrl: text },
        { contentType: 'link', contentUrl: text, previewImageUrl: `https://${PICTURES}/${number}.svg` },
        { contentType: 'image', contentUrl: text, title: text },
      ],
      callActions: [
        { title: text, contactNumber: '+44 20 7946 0000' },
        { title: 'Call', contactNumber: text },
      ],
    }),
    { kind: 'liveAgentJoined', person },
    { ...agentSays(`live ${number}`, text, { person }), kind: 'liveAgentMessage' },
    { kind: 'liveAgentLeft', person, reason: text },
    { kind: 'userMessage', messageId: `user ${number}`, text },
    { kind: 'systemMessage', level: 'info', message: text },
    { kind: 'clientHandoffRequired', reason: text, queueName: text, route: text },
  ];
}
const ROWS = 7;

/** What is shown for a moment only, until the next one comes. */
const passing = ({ text }: Attack): readonly ServerEventBody[] => [
  { kind: 'agentJoined', person: { name: text, avatarUrl: text } },
  { kind: 'handoffAccepted', queueName: text },
  { kind: 'handoffQueueStatus', queueName: text, displayMessage: text },
  { kind: 'liveAgentTyping', state: 'started', person: { name: text } },
];

/** Each string in pieces of one to seven characters; after so many of them the rest comes at once. */
const PIECES = 16;
function streamed({ number, text }: Attack, at: number): ServerEventBody {
  const size = 1 + (number % 7);
  const isComplete = at === PIECES - 1;
  return {
    kind: 'agentMessageChunk',
    messageId: `stream ${number}`,
    chunkIndex: at + 1,
    text: text.slice(at * size, isComplete ? undefined : (at + 1) * size),
    attachments: [],
    suggestions: [],
    isComplete,
  };
}

const panel = (page: Page) => page.locator('foyer-chat [role=dialog]');
const strangers = (page: Page) => panel(page).evaluate(strangersIn, [PICTURES]);

/**
 * S-37: what a parser makes of what a serialiser wrote of each message. A paragraph within a paragraph is taken apart at the
 * first reading; from then on nothing may change, no word may be lost and no element come to be.
 */
const mutants = (page: Page) =>
  panel(page).evaluate((root) => {
    const read = (html: string) => new DOMParser().parseFromString(html, 'text/html').body;
    const kinds = (it: Element) => [...new Set(Array.from(it.querySelectorAll('*'), (one) => one.localName))];
    return [...root.querySelectorAll('.text')].flatMap(({ outerHTML, textContent }) => {
      const once = read(outerHTML);
      const isStable = read(once.innerHTML).isEqualNode(once);
      // A parser drops the character that nothing may contain.
      const isWhole = once.textContent === textContent.replaceAll('\0', '');
      const isKnown = kinds(once).every((kind) => kind === 'div' || outerHTML.includes(`<${kind}`));
      return isStable && isWhole && isKnown ? [] : [outerHTML];
    });
  });

for (const isStrict of [true, false])
  for (let part = 0; part < PARTS; part++) {
    const where = isStrict
      ? 'S-22, S-25, S-28: under the strictest policy'
      : 'S-24, S-28, S-37: without any policy';
    test(`${where}, hostile text stays text (${part + 1} of ${PARTS})`, async ({ chat, demo, page }) => {
      const attacks = partOf(part);
      const far = await takeFarSide(page);
      const watched = await watchedPage(page, demo, { isStrict });
      await page.goto(watched.url);
      await chat.launcher().click();
      await expect(chat.host()).toHaveAttribute('data-connection', 'online');
      far.tell(agentSays('first', '**Hello**'));
      await expect(chat.messages('agent').locator('strong')).toHaveText('Hello');

      far.say(...attacks.flatMap(passing));
      for (let at = 0; at < PIECES; at++) {
        far.tell(...attacks.map((it) => streamed(it, at)));
        if (at === 0) await expect(panel(page).locator('[data-streaming]')).toHaveCount(attacks.length);
        await page.evaluate(() => new Promise(requestAnimationFrame));
        if (at % 5 === 0) expect(await strangers(page)).toEqual([]);
      }
      await expect(panel(page).locator('[data-streaming]')).toHaveCount(0);
      const suggestions = attacks.map(({ text }) => ({ messageText: text }));
      far.tell(...attacks.flatMap(everywhere), agentSays('last', 'Which one?', { suggestions }));
      await expect(page.locator('[data-message-id]')).toHaveCount(3 + (1 + ROWS) * attacks.length, {
        timeout: 30_000,
      });
      await expect(panel(page).locator('.chip')).toHaveCount(attacks.length);
      expect(await strangers(page)).toEqual([]);
      if (!isStrict) expect(await mutants(page)).toEqual([]);

      await page.evaluate(
        (actions) => {
          const foyer = window.Foyer as Pick<FoyerApi, 'close' | 'prompt'>;
          foyer.close();
          foyer.prompt({ text: actions.join('\n'), actions });
        },
        attacks.map(({ text }) => text),
      );
      await expect(page.locator('foyer-chat .prompt .answer')).toHaveCount(attacks.length);
      expect(await watched.sightings()).toEqual(NOTHING);
    });
  }

/** What a page would do that takes the strings for markup, and Markdown for a shorter way to write it. */
const believe = (page: Page) =>
  page.evaluate(
    (texts) => {
      const markup = (text: string) =>
        text.replace(/(!?)\[[^\]]*]\(<?((?:[^()>]|\([^()]*\))*)>?\)/g, (_, isPicture, url) =>
          isPicture ? `<img src="${url}">` : `<a href="${url}">go</a>`,
        );
      for (const text of texts) {
        const frame = document.body.appendChild(document.createElement('div'));
        try {
          frame.innerHTML = markup(text);
        } catch {
          // Trusted Types.
        }
        for (const link of frame.querySelectorAll<HTMLAnchorElement>('a[href^=javascript]')) link.click();
      }
    },
    CORPUS.map(({ text }) => text),
  );

test('S-24: hundreds of the strings sing and tell where they are believed', async ({
  complaints,
  demo,
  page,
}) => {
  const { url, sightings } = await watchedPage(page, demo, { isStrict: false });
  await page.goto(url);
  await believe(page);
  await expect
    .poll(async () => {
      const { sung, requests } = await sightings();
      return [new Set(sung).size > 200, new Set(requests.filter((it) => it.includes(EXIT_HOST))).size > 100];
    })
    .toEqual([true, true]);
  // Of the strings' own making.
  complaints.length = 0;
});

test('S-22: the policy of these tests silences them all', async ({ complaints, demo, page }) => {
  const { url, sightings } = await watchedPage(page, demo, { isStrict: true });
  await page.goto(url);
  await believe(page);
  await page.evaluate((url) => {
    new Image().src = url;
  }, `https://${EXIT_HOST}/`);
  await expect.poll(async () => (await sightings()).violations.length).toBeGreaterThan(CORPUS.length);
  expect(await sightings()).toMatchObject({ sung: [], requests: [] });
  complaints.length = 0;
});
