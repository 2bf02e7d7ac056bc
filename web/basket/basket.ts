import { MAX_LINES, MAX_PIECES } from '#contract/limits.ts';
import { ApiError } from '#web/api/api-error.ts';
import { createListeners } from '#web/api/listeners.ts';
import { keptRecord } from '#web/session/kept-record.ts';
import { VISITOR_KEY } from './visitor-key.ts';

/** A tool and how many pieces of it. */
export interface BasketLine {
  toolId: string;
  quantity: number;
}

/** `unsaved` waits for the shop to answer; `full` was refused for having too many lines. */
type BasketTrouble = 'unsaved' | 'full' | null;

export interface BasketState {
  lines: readonly BasketLine[];
  trouble: BasketTrouble;
  /** False until it was read, which the server's render never does. */
  known: boolean;
}

/** What a basket needs of the world; tests bring their own storage and clock. */
export interface BasketWorld {
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
  /** Runs something later, in ms; the answer cancels it. */
  later: (run: () => void, ms: number) => () => void;
  /** Lets one tab at a time do something. */
  exclusively: <T>(run: () => Promise<T>) => Promise<T>;
  /** The signed-in customer's basket at the shop. @throws ApiError */
  fetch: () => Promise<readonly BasketLine[]>;
  /** Sets quantities there, 0 taking a tool out; answers the whole basket. @throws ApiError */
  change: (lines: BasketLine[]) => Promise<readonly BasketLine[]>;
  /** Joins a visitor's basket with it, the larger quantity of a tool winning. @throws ApiError */
  join: (lines: BasketLine[]) => Promise<readonly BasketLine[]>;
}

/** What lies in this browser for one owner: the lines, and what the shop has not been told yet. */
interface Kept {
  lines: BasketLine[];
  /** Quantities by tool that wait to be sent, 0 for a tool taken out. */
  unsent: Record<string, number>;
}

const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 30_000;
const UNKNOWN: BasketState = { lines: [], trouble: null, known: false };

export type Basket = ReturnType<typeof createBasket>;

/**
 * The basket of this browser: a visitor's lives here alone; a customer's is at the shop, and what is changed is kept
 * here until the shop has it, whatever happens to the line, the page or the machine. Tabs share it through the storage.
 */
export function createBasket(world: BasketWorld) {
  const shown = createShownBasket(world.storage);
  const { send, join, forgetRetry } = createSending(world, shown);

  const change = (changes: BasketLine[]) => {
    const owner = shown.owner();
    if (owner === undefined) return;
    const kept = shown.read(owner);
    const bounded = changes.map(({ toolId, quantity }): [string, number] => [
      toolId,
      Math.min(Math.max(0, quantity), MAX_PIECES),
    ]);
    const lines = withChanges(kept.lines, bounded);
    if (lines.length > MAX_LINES) return shown.showTrouble('full');
    shown.clearTrouble();
    const unsent = owner === null ? kept.unsent : { ...kept.unsent, ...Object.fromEntries(bounded) };
    shown.write(owner, { lines, unsent });
    if (owner !== null) void send();
  };

  return {
    state: shown.state,
    subscribe: shown.subscribe,

    /** Says whose basket it is now: a customer's id, or null for a visitor. A visitor's lines go along at sign-in. */
    async belongsTo(next: string | null): Promise<void> {
      if (next === shown.owner()) return;
      forgetRetry();
      shown.belongsTo(next);
      if (next !== null) await join(next);
    },

    /** Sets quantities; 0 takes a tool out. */
    set: (...lines: BasketLine[]) => change(lines),
    /** Adds to what is there. @returns how many there are then, by tool */
    add(...lines: BasketLine[]): BasketLine[] {
      const owner = shown.owner();
      const now = owner === undefined ? [] : shown.read(owner).lines;
      const sums = lines.map(({ toolId, quantity }) => ({
        toolId,
        quantity: quantity + (now.find((line) => line.toolId === toolId)?.quantity ?? 0),
      }));
      change(sums);
      return sums;
    },
    /** Looks at the shop again, as after a purchase or when the window comes back. */
    refresh: () => (shown.owner() ? send() : Promise.resolve(shown.show())),
    /** Another tab wrote something. */
    storageChanged(key: string | null) {
      const owner = shown.owner();
      if (owner !== undefined && (key === null || key === keyOf(owner))) shown.show();
    },
  };
}

/** Whose basket it is, what lies in it in this browser, and what the pages are told of it. */
function createShownBasket(storage: BasketWorld['storage']) {
  const listeners = createListeners();
  /** undefined: not known yet; null: a visitor. */
  let owner: string | null | undefined;
  let state = UNKNOWN;
  let trouble: BasketTrouble = null;
  /** Whether the shop could not be told of the last change yet. */
  let isUnsaved = false;

  const read = (of: string | null): Kept => parseKept(storage.getItem(keyOf(of)));
  const show = () => {
    if (owner === undefined) return;
    const { lines, unsent } = read(owner);
    const waits = owner !== null && isUnsaved && Object.keys(unsent).length > 0;
    state = { lines, trouble: trouble ?? (waits ? 'unsaved' : null), known: true };
    listeners.tell();
  };

  return {
    state: (): BasketState => state,
    subscribe: listeners.subscribe,
    owner: () => owner,
    belongsTo(next: string | null) {
      owner = next;
      trouble = null;
      isUnsaved = false;
      show();
    },
    read,
    /** An empty basket takes no room. */
    write(of: string | null, kept: Kept) {
      const isEmpty = kept.lines.length === 0 && Object.keys(kept.unsent).length === 0;
      if (isEmpty) storage.removeItem(keyOf(of));
      else storage.setItem(keyOf(of), JSON.stringify(kept));
      show();
    },
    show,
    showTrouble(next: BasketTrouble) {
      trouble = next;
      show();
    },
    clearTrouble() {
      trouble = null;
    },
    showUnsaved() {
      isUnsaved = true;
      show();
    },
    clearUnsaved() {
      isUnsaved = false;
    },
  };
}

/** Tells the shop of a customer's basket, again and again until it has it, and takes over what it has. */
function createSending(world: BasketWorld, shown: ReturnType<typeof createShownBasket>) {
  const { owner, read, write } = shown;
  let sending: Promise<void> | null = null;
  let failures = 0;
  let cancelRetry = () => {};

  const tryAgain = (run: () => void) => {
    failures++;
    shown.showUnsaved();
    cancelRetry();
    cancelRetry = world.later(run, Math.min(FIRST_PAUSE_MS * 2 ** (failures - 1), LONGEST_PAUSE_MS));
  };
  const wasTaken = () => {
    failures = 0;
    shown.clearUnsaved();
  };

  /** Sends what waits, and takes over what the shop then has. One tab at a time, one round at a time. */
  const send = (): Promise<void> => {
    sending ??= world
      .exclusively(async () => {
        const of = owner();
        if (of === null || of === undefined) return;
        const { unsent } = read(of);
        const changes = Object.entries(unsent).map(([toolId, quantity]) => ({ toolId, quantity }));
        const lines = changes.length > 0 ? await world.change(changes) : await world.fetch();
        if (of !== owner()) return;
        const kept = read(of);
        // What was changed again meanwhile is still to be sent.
        const left = Object.entries(kept.unsent).filter(([toolId, quantity]) => unsent[toolId] !== quantity);
        wasTaken();
        write(of, { lines: withChanges(lines, left), unsent: Object.fromEntries(left) });
      })
      .catch((error: unknown) => refused(error))
      .finally(() => {
        sending = null;
        const of = owner();
        if (of && failures === 0 && Object.keys(read(of).unsent).length > 0) void send();
      });
    return sending;
  };

  const refused = (error: unknown) => {
    const of = owner();
    if (of && error instanceof ApiError && error.code === 'BASKET_FULL') {
      // What did not fit is dropped; what the shop has stands.
      shown.showTrouble('full');
      wasTaken();
      write(of, { lines: read(of).lines.slice(0, MAX_LINES), unsent: {} });
      void send();
    } else if (of && error instanceof ApiError && (error.status === 400 || error.code === 'TOOL_NOT_FOUND')) {
      // A change that the shop will never take must not stand before all others.
      wasTaken();
      write(of, { ...read(of), unsent: {} });
    } else tryAgain(() => void send());
  };

  /** Takes a visitor's lines along into the basket of whoever has just signed in. */
  const join = async (next: string): Promise<void> => {
    const { lines } = read(null);
    if (lines.length === 0) return send();
    // First here, so that nothing is lost if the shop does not answer; it takes the larger quantity, too.
    const mine = read(next);
    write(next, { ...mine, lines: withLarger(mine.lines, lines) });
    try {
      const joined = await world.exclusively(() => world.join(lines));
      if (owner() !== next) return;
      wasTaken();
      world.storage.removeItem(VISITOR_KEY);
      const { unsent } = read(next);
      write(next, { lines: withChanges(joined, Object.entries(unsent)), unsent });
      if (Object.keys(unsent).length > 0) void send();
    } catch (error) {
      if (owner() !== next) return;
      if (error instanceof ApiError && error.code === 'BASKET_FULL') {
        // The visitor's lines stay in this browser for whoever signs out again.
        shown.showTrouble('full');
        return send();
      }
      tryAgain(() => {
        if (owner() === next) void join(next);
      });
    }
  };

  return {
    send,
    join,
    forgetRetry() {
      failures = 0;
      cancelRetry();
    },
  };
}

const keyOf = (owner: string | null) => (owner === null ? VISITOR_KEY : `${VISITOR_KEY}.${owner}`);

/** Of two baskets the larger quantity of each tool. */
function withLarger(mine: readonly BasketLine[], others: readonly BasketLine[]): BasketLine[] {
  const quantities = new Map(mine.map(({ toolId, quantity }) => [toolId, quantity]));
  const larger = others.filter(({ toolId, quantity }) => quantity > (quantities.get(toolId) ?? 0));
  return withChanges(
    mine,
    larger.map(({ toolId, quantity }) => [toolId, quantity]),
  );
}

function withChanges(lines: readonly BasketLine[], changes: readonly (readonly [string, number])[]): BasketLine[] {
  const quantities = new Map(lines.map(({ toolId, quantity }) => [toolId, quantity]));
  for (const [toolId, quantity] of changes) {
    if (quantity > 0) quantities.set(toolId, quantity);
    else quantities.delete(toolId);
  }
  return [...quantities].map(([toolId, quantity]) => ({ toolId, quantity }));
}

/** Whatever somebody left in the storage; what is no basket is an empty one. */
function parseKept(text: string | null): Kept {
  const { lines, unsent } = keptRecord(text);
  return {
    lines: Array.isArray(lines) ? lines.filter(isLine).map(({ toolId, quantity }) => ({ toolId, quantity })) : [],
    unsent: Object.fromEntries(
      Object.entries(unsent ?? {}).filter((entry): entry is [string, number] => Number.isSafeInteger(entry[1])),
    ),
  };
}

function isLine(value: unknown): value is BasketLine {
  if (typeof value !== 'object' || value === null) return false;
  const { toolId, quantity } = value as Record<string, unknown>;
  return typeof toolId === 'string' && Number.isSafeInteger(quantity) && Number(quantity) >= 1;
}
