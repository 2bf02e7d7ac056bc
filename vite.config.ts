import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';

export default defineConfig(({ command }) => ({
  plugins: [tailwindcss(), reactRouter()],
  cacheDir: '.cache/vite',
  environments: {
    client: { build: { target: 'es2022' } },
    ssr: {
      build: { target: 'node20', rollupOptions: { input: './web/entry.web.ts' } },
      // The built server starts from few files, without a walk through node_modules.
      ...(command === 'build' ? { resolve: { noExternal: true as const } } : {}),
    },
  },
}));
