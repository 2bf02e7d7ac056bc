import { createRequestHandler, RouterContextProvider } from 'react-router';
import * as build from 'virtual:react-router/server-build';
import { type PageContext, pageContext } from './page-context.ts';

/** Renders pages: what the server mounts. The context reaches every loader. */
export function createRenderer(
  mode: 'production' | 'development',
): (request: Request, context: PageContext) => Promise<Response> {
  const handle = createRequestHandler(build, mode);
  return (request, context) => handle(request, new RouterContextProvider(new Map([[pageContext, context]])));
}
