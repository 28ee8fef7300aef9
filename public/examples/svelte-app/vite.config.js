import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';

export default defineConfig({
  // Wherever the folder is put.
  base: './',
  plugins: [svelte()],
});
