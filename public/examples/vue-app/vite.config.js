import vue from '@vitejs/plugin-vue';
import { defineConfig } from 'vite';

const isCustomElement = (tag) => tag === 'foyer-chat';

export default defineConfig({
  // Wherever the folder is put.
  base: './',
  plugins: [vue({ template: { compilerOptions: { isCustomElement } } })],
});
