import type { Page } from 'playwright/test';
import { isBlank } from '../src/chat/model/is-blank.ts';
import type { FoyerApi } from '../src/embed/api.ts';
import type { ServerEventBody } from '../src/protocol/events.ts';
import { agentMessage } from '../src/testing/index.ts';
import { type Attack, CORPUS, EXIT_HOST } from '../test/support/corpus/index.ts';
import { unexpectedMarkup } from '../test/support/corpus/unexpected-markup.ts';
import { expect, test } from './fixtures.ts';
import { IMAGE_HOST, NO_OBSERVATIONS, setUpMonitoredPage } from './monitored-page.ts';
import { replacePlatform } from './scripted-platform.ts';

test.use({
  demoOptions: { logLevel: 'silent', branding: { image_hosts: [IMAGE_HOST] } },
});

/** Number of conversations over which the corpus is spread. */
const PARTS = 24;
const partOf = (part: number) => CORPUS.filter(({ number }) => number % PARTS === part);

/** Events with a string in every text field. Each has another person, so that each name is shown. */
function everywhere({ number, text }: Attack): readonly ServerEventBody[] {
  const person = { id: `${number}`, name: text, avatarUrl: text };
  return [
    agentMessage(`agent ${number} ${text}`, text, {
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
        { contentType: 'link', contentUrl: text, previewImageUrl: `https://${IMAGE_HOST}/${number}.svg` },
        { contentType: 'image', contentUrl: text, title: text },
      ],
      callActions: [
        { title: text, contactNumber: '+44 20 7946 0000' },
        { title: 'Call', contactNumber: text },
      ],
    }),
    { kind: 'liveAgentJoined', person },
    { ...agentMessage(`live ${number}`, text, { person }), kind: 'liveAgentMessage' },
    { kind: 'liveAgentLeft', person, reason: text },
    { kind: 'userMessage', messageId: `user ${number}`, text },
    { kind: 'systemMessage', level: 'info', message: text },
    { kind: 'clientHandoffRequired', reason: text, queueName: text, route: text },
  ];
}
const ROWS = 7;

/** Number of entries that are rows at the same time, however long the conversation is. */
const GROUP = 49;

const groupsOf = (attacks: readonly Attack[], size: number) =>
  Array.from({ length: Math.ceil(attacks.length / size) }, (_, at) =>
    attacks.slice(at * size, (at + 1) * size),
  );

/** Events whose text is shown only until the next event. */
const transient = ({ text }: Attack): readonly ServerEventBody[] => [
  { kind: 'agentJoined', person: { name: text, avatarUrl: text } },
  { kind: 'handoffAccepted', queueName: text },
  { kind: 'handoffQueueStatus', queueName: text, displayMessage: text },
  { kind: 'liveAgentTyping', state: 'started', person: { name: text } },
];

/** Number of chunks per string: pieces of one to seven characters, then the rest. */
const PIECES = 16;
function streamed({ number, text }: Attack, at: number): ServerEventBody & { text: string } {
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

/** M-8.10: a first piece without text to read makes no bubble. */
const shown = (chunks: readonly { text: string }[]) => chunks.filter(({ text }) => !isBlank(text)).length;

const panel = (page: Page) => page.locator('foyer-chat [role=dialog]');
const unexpected = (page: Page) => panel(page).evaluate(unexpectedMarkup, [IMAGE_HOST]);

/**
 * S-37: messages that change when they are serialized and parsed again. The first parsing may split nested paragraphs.
 * After it the markup must be stable, and no text may be lost and no element added.
 */
const mutants = (page: Page) =>
  panel(page).evaluate((root) => {
    const read = (html: string) => new DOMParser().parseFromString(html, 'text/html').body;
    const kinds = (element: Element) => [
      ...new Set(Array.from(element.querySelectorAll('*'), (element) => element.localName)),
    ];
    return [...root.querySelectorAll('.text')].flatMap(({ outerHTML, textContent }) => {
      const once = read(outerHTML);
      const isStable = read(once.innerHTML).isEqualNode(once);
      // Parsers drop U+0000.
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
    const title = `${where}, hostile text stays text (${part + 1} of ${PARTS})`;
    test(title, { tag: isStrict || part > 0 ? '@full' : '@ci' }, async ({ chat, demo, page }) => {
      const attacks = partOf(part);
      const platform = await replacePlatform(chat);
      const monitored = await setUpMonitoredPage(page, demo, { isStrict });
      await page.goto(monitored.url);
      await chat.launcher().click();
      await expect(chat.host()).toHaveAttribute('data-connection', 'online');
      platform.sendBatch(agentMessage('first', '**Hello**'));
      await expect(chat.messages('agent').locator('strong')).toHaveText('Hello');

      platform.send(...attacks.flatMap(transient));
      let entries = 3;
      const checkRows = async (added: number) => {
        entries += added;
        await expect(page.locator('[data-message-id]')).toHaveCount(entries);
        expect(await unexpected(page)).toEqual([]);
        if (!isStrict) expect(await mutants(page)).toEqual([]);
      };
      for (const group of groupsOf(attacks, GROUP)) {
        for (let at = 0; at < PIECES; at++) {
          const chunks = group.map((attack) => streamed(attack, at));
          platform.sendBatch(...chunks);
          if (at === 0) await expect(panel(page).locator('[data-streaming]')).toHaveCount(shown(chunks));
          await page.evaluate(() => new Promise(requestAnimationFrame));
          if (at % 5 === 0) expect(await unexpected(page)).toEqual([]);
        }
        await expect(panel(page).locator('[data-streaming]')).toHaveCount(0);
        await checkRows(group.length);
      }
      // The notice of the queue goes when the first person joins.
      entries -= 1;
      for (const group of groupsOf(attacks, GROUP / ROWS)) {
        platform.sendBatch(...group.flatMap(everywhere));
        await checkRows(group.length * ROWS);
      }
      const suggestions = attacks.map(({ text }) => ({ messageText: text }));
      platform.sendBatch(agentMessage('last', 'Which one?', { suggestions }));
      await expect(page.locator('[data-message-id]')).toHaveCount(3 + (1 + ROWS) * attacks.length);
      await expect(panel(page).locator('.suggestion')).toHaveCount(attacks.length);
      expect(await unexpected(page)).toEqual([]);
      if (!isStrict) expect(await mutants(page)).toEqual([]);

      await page.evaluate(
        (actions) => {
          const foyer = window.Foyer as Pick<FoyerApi, 'close' | 'prompt'>;
          foyer.close();
          foyer.prompt({ text: actions.join('\n'), actions });
        },
        attacks.map(({ text }) => text),
      );
      await expect(page.locator('foyer-chat .prompt .prompt-action')).toHaveCount(attacks.length);
      expect(await monitored.observations()).toEqual(NO_OBSERVATIONS);
    });
  }

/** Inserts the strings into the page as markup, and Markdown links and images as elements. */
const insertAsMarkup = (page: Page) =>
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
          // Trusted Types forbid the assignment.
        }
        for (const link of frame.querySelectorAll<HTMLAnchorElement>('a[href^=javascript]')) link.click();
      }
    },
    CORPUS.map(({ text }) => text),
  );

test('S-24: hundreds of the strings run code and send requests if they are inserted as markup @full', async ({
  pageErrors,
  demo,
  page,
}) => {
  const { url, observations } = await setUpMonitoredPage(page, demo, { isStrict: false });
  await page.goto(url);
  await insertAsMarkup(page);
  await expect
    .poll(async () => {
      const { executed, requests } = await observations();
      return [
        new Set(executed).size > 200,
        new Set(requests.filter((request) => request.includes(EXIT_HOST))).size > 100,
      ];
    })
    .toEqual([true, true]);
  // The errors come from the strings.
  pageErrors.length = 0;
});

test('S-22: the policy of these tests blocks all of them @full', async ({ pageErrors, demo, page }) => {
  const { url, observations } = await setUpMonitoredPage(page, demo, { isStrict: true });
  await page.goto(url);
  await insertAsMarkup(page);
  await page.evaluate((url) => {
    new Image().src = url;
  }, `https://${EXIT_HOST}/`);
  await expect.poll(async () => (await observations()).violations.length).toBeGreaterThan(CORPUS.length);
  expect(await observations()).toMatchObject({ executed: [], requests: [] });
  pageErrors.length = 0;
});
