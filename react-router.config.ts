import type { Config } from '@react-router/dev/config';

export default {
  appDirectory: 'web',
  // A new build is made beside the one that serves; scripts/build.mjs puts it in its place.
  buildDirectory: process.env['BUILD_FOLDER'] ?? 'build',
  ssr: true,
  // Every route's file is in the first answer's manifest, so there is no call to /__manifest.
  routeDiscovery: { mode: 'initial' },
  future: {
    v8_middleware: true,
    v8_splitRouteModules: false,
    v8_viteEnvironmentApi: true,
    v8_passThroughRequests: true,
    v8_trailingSlashAwareDataRequests: true,
  },
} satisfies Config;
