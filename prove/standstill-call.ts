import type { RouteName, Routes } from '#contract/routes.ts';
import type { Buyer } from './buyer.ts';

/** A call as it is made, with the most that it may be asked for. */
export interface HeavyCall {
  path?: Record<string, string>;
  query?: Record<string, string>;
  body?: unknown;
  /** In place of a body. */
  file?: string;
  /** Whoever has no account where it is left out. */
  as?: Buyer;
  /** How it is answered, where that is not a success; 0 where that does not matter. */
  status?: number;
}

type ByAnybody = 'public' | 'signed-in' | 'own-email' | 'session';
/** Every call that anybody may make, with an account that they made themselves or without. */
export type OpenRoute = {
  [Name in RouteName]: Routes[Name]['access'] extends ByAnybody ? Name : never;
}[RouteName];
