import { defineConfig } from 'vite';

export default defineConfig({
  // Wherever the folder is put.
  base: './',
  oxc: { jsx: { runtime: 'automatic', importSource: 'react' } },
});
