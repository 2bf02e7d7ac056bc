import { createContext } from 'react-router';

/** What loaders get from the server that runs them. */
export interface PageContext {
  /** Calls the business API in the process: the same path, checks and shapes as everybody's. */
  api: (request: Request) => Promise<Response>;
  /** The shop's address without a slash at the end, for canonical links. */
  baseUrl: string;
}

export const pageContext = createContext<PageContext>();
