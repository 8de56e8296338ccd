import { reactRouter } from '@react-router/dev/vite';
import { defineConfig } from 'vite';

export default defineConfig({
  plugins: [reactRouter()],
  build: {
    // Drawings and fonts stay files with hashed names: cached once, never inside JavaScript.
    assetsInlineLimit: 0,
    target: 'es2023',
  },
});
