import type { Shape } from './canary.ts';

/** What an attack wants to become: a script, a handler, an address that runs or tells, a document, a stolen attribute. */
export const VECTORS: readonly Shape[] = [
  ({ call }) => `<script>${call}</script>`,
  ({ call }) => `<img src=x onerror="${call}">`,
  ({ call }) => `<svg><animate onbegin="${call}" attributeName=x dur=1s></svg>`,
  ({ call }) => `javascript:${call}`,
  ({ call }) => `data:text/html,<script>top.${call}</script>`,
  ({ call }) => `<iframe srcdoc='<script>top.${call}</script>'></iframe>`,
  ({ url }) => url,
  ({ call }) => `"'><b tabindex=1 autofocus onfocus="${call}" style="position:fixed;inset:0">`,
];
