import { index, type RouteConfig } from '@react-router/dev/routes';

/** Every address of the shop (spec §2). */
export default [index('routes/home/page.tsx')] satisfies RouteConfig;
