import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { defineConfig } from 'vitepress';
import llmstxt from 'vitepress-plugin-llms';
import { urlInRepository } from '../../build/packages/manifests.ts';

/** The documents as a site with a search: `npm run docs`. */

const page = (text: string, file: string) => ({ text, link: `/${file}` });

/** Every decision by its heading. */
const decisions = readdirSync(join(import.meta.dirname, '../decisions')).map((file) => {
  const heading =
    readFileSync(join(import.meta.dirname, '../decisions', file), 'utf8').split('\n', 1)[0] ?? '';
  return page(heading.replace('# ', ''), `decisions/${file.replace('.md', '')}`);
});

export default defineConfig({
  title: 'Foyer',
  description: 'A chat widget and the small relay behind it.',
  cleanUrls: true,
  // For assistants: llms.txt, llms-full.txt, and the Markdown beside each page. The types are of another Vite than VitePress has.
  vite: { plugins: llmstxt() as never },
  themeConfig: {
    search: { provider: 'local' },
    outline: [2, 3],
    sidebar: [
      {
        text: 'Embed the chat',
        items: [
          page('Put it on a page', 'embedding'),
          page('Headless client', 'client'),
          page('Testing your page', 'testing-your-page'),
          page('Agents of browsers', 'browser-agents'),
          page('Accessibility', 'accessibility'),
          page('Contract', 'contract'),
        ],
      },
      {
        text: 'Run the relay',
        items: [
          page('Run the relay', 'operations'),
          page('Settings', 'configuration'),
          page('Updates', 'updates'),
          page('Scaling', 'scaling'),
          page('Troubleshooting', 'troubleshooting'),
          page('Security', 'security'),
          page('Threat model', 'decisions/0039-threat-model'),
        ],
      },
      {
        text: 'Operate',
        items: [
          page('Console', 'console'),
          page('Admin API', 'admin'),
          page('Assistants', 'assistants'),
          page('Behaviour text', 'behavior'),
          page('Tests of answers', 'behavior-tests'),
          page('Clients of the platform', 'platform'),
        ],
      },
      {
        text: 'How it works',
        items: [
          page('Architecture', 'architecture'),
          page('Protocol', 'protocol'),
          page('REST interface', 'rest'),
          page('Embedded platform', 'platform-emulator'),
          page('Conformance of a platform', 'conformance'),
          page('Testing', 'testing'),
          page('Glossary', 'glossary'),
        ],
      },
      { text: 'Decisions', collapsed: true, items: decisions },
    ],
  },
  markdown: {
    config({ core }) {
      // Files beside the documents, such as those of deploy/, are in the repository.
      core.ruler.push('links-out', ({ tokens, env }) => {
        const folder = posix.dirname(posix.join('docs', String(env.relativePath ?? '')));
        for (const link of tokens.flatMap(({ children }) => children ?? [])) {
          const target = link.type === 'link_open' ? (link.attrGet('href') ?? '') : '';
          if (target === '' || /^(?:[a-z]+:|#|\/)/.test(target)) continue;
          const path = posix.join(folder, target);
          const isDocument = path.startsWith('docs/') && /\.(?:md|html)(?:#|$)/.test(path);
          if (!isDocument) link.attrSet('href', urlInRepository(path));
        }
      });
    },
  },
});
