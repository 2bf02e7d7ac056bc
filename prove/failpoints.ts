import { AsyncLocalStorage } from 'node:async_hooks';
import { Client, Pool } from 'pg';

/** Called before each statement and each call to the provider of whoever runs under it. */
type Gate = (what: string) => Promise<void>;

const gates = new AsyncLocalStorage<Gate | undefined>();

/** Runs `work` so that it comes by `gate` before every statement it sends; what it starts beside itself does too. */
export function withGate<T>(gate: Gate, work: () => Promise<T>): Promise<T> {
  return gates.run(gate, work);
}

/** The provider of a shop: one point before each call, none in what it does for itself. */
export function gatedProvider(call: typeof fetch): typeof fetch {
  return async (input, init) => {
    await gates.getStore()?.('the provider');
    return gates.run(undefined, () => call(input, init));
  };
}

type Query = (...args: unknown[]) => unknown;

/**
 * Puts the points into the driver of the database, for proofs and tests: the shop itself knows nothing of them.
 * @returns takes them out again
 */
export function putFailpoints(): () => void {
  const undo = [Client.prototype, Pool.prototype].map((prototype) => {
    const real = prototype.query as Query;
    const gated = function (this: unknown, ...args: unknown[]) {
      const gate = gates.getStore();
      // With a callback the pool speaks to its own connection: that statement came by already.
      if (!gate || typeof args.at(-1) === 'function') return real.apply(this, args);
      return gate(textOf(args[0])).then(() => real.apply(this, args));
    };
    Object.defineProperty(prototype, 'query', { value: gated, configurable: true, writable: true });
    return () => Object.defineProperty(prototype, 'query', { value: real, configurable: true, writable: true });
  });
  return () => undo.forEach((one) => one());
}

function textOf(statement: unknown): string {
  if (typeof statement === 'string') return statement;
  const text = statement !== null && typeof statement === 'object' && 'text' in statement ? statement.text : '';
  return typeof text === 'string' ? text : '';
}
