import { defineConfig } from 'vite';

/** The ordinary build of a page that installs `foyer-chat`, for its size: `npm run check:size`. */
export default defineConfig({
  root: import.meta.dirname,
  logLevel: 'warn',
  build: { outDir: '../../dist/consumer', emptyOutDir: true },
});
