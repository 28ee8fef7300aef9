import type { AttackTemplate } from './canary.ts';

/** Basic attacks: scripts, handlers, URLs that execute or leak, documents, attributes. */
export const VECTORS: readonly AttackTemplate[] = [
  ({ call }) => `<script>${call}</script>`,
  ({ call }) => `<img src=x onerror="${call}">`,
  ({ call }) => `<svg><animate onbegin="${call}" attributeName=x dur=1s></svg>`,
  ({ call }) => `javascript:${call}`,
  ({ call }) => `data:text/html,<script>top.${call}</script>`,
  ({ call }) => `<iframe srcdoc='<script>top.${call}</script>'></iframe>`,
  ({ url }) => url,
  ({ call }) => `"'><b tabindex=1 autofocus onfocus="${call}" style="position:fixed;inset:0">`,
];
