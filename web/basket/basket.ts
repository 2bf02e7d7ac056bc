import { type PackedLine } from '#contract/buying/units.ts';
import { MAX_LINES, MAX_PIECES } from '#contract/limits.ts';
import { ApiError } from '#web/api/api-error.ts';
import { createListeners } from '#web/api/listeners.ts';
import { keptRecord } from '#web/session/kept-record.ts';
import { VISITOR_KEY } from './visitor-key.ts';

/** A tool and how many pieces of it, and the pack that they are counted in. */
export type BasketLine = PackedLine;

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

type PackedQuantity = Omit<BasketLine, 'toolId'>;

/** What lies in this browser for one owner: the lines, and what the shop has not been told yet. */
interface StoredBasket {
  lines: BasketLine[];
  /** What waits to be sent, by tool; 0 for one taken out. */
  unsent: Record<string, PackedQuantity>;
}

const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 30_000;

/**
 * The basket of this browser: a visitor's lives here alone; a customer's is at the shop, and what is changed is kept
 * here until the shop has it, whatever happens to the line, the page or the machine. Tabs share it through the storage.
 */
export class Basket {
  readonly #world: BasketWorld;
  readonly #listeners = createListeners();
  readonly subscribe = this.#listeners.subscribe;
  /** A customer's id; undefined: not known yet; null: a visitor. */
  #owner: string | null | undefined;
  #state: BasketState = { lines: [], trouble: null, known: false };
  /** Whether lines were refused for being too many. */
  #isFull = false;
  #sending: Promise<void> | null = null;
  /** How often in a row the shop could not be told. */
  #failures = 0;
  #cancelRetry = () => {};

  constructor(world: BasketWorld) {
    this.#world = world;
  }

  state(): BasketState {
    return this.#state;
  }

  /** Says whose basket it is now: a customer's id, or null for a visitor. A visitor's lines go along at sign-in. */
  async belongsTo(next: string | null): Promise<void> {
    if (next === this.#owner) return;
    this.#cancelRetry();
    this.#failures = 0;
    this.#isFull = false;
    this.#owner = next;
    this.#show();
    if (next !== null) await this.#join(next);
  }

  /** Sets quantities; 0 takes a tool out. */
  set(...changes: BasketLine[]): void {
    const owner = this.#owner;
    if (owner === undefined) return;
    const kept = this.#read(owner);
    const bounded = changes.map(({ toolId, quantity, pack }): [string, PackedQuantity] => [
      toolId,
      { quantity: Math.min(Math.max(0, quantity), MAX_PIECES), ...(pack ? { pack } : {}) },
    ]);
    const lines = withChanges(kept.lines, bounded);
    this.#isFull = lines.length > MAX_LINES;
    if (this.#isFull) return this.#show();
    const unsent = owner === null ? kept.unsent : { ...kept.unsent, ...Object.fromEntries(bounded) };
    this.#write(owner, { lines, unsent });
    if (owner !== null) void this.#send();
  }

  /** Adds to what is there, counted as it was added last. @returns how many there are then, by tool */
  add(...lines: BasketLine[]): BasketLine[] {
    const now = this.#owner === undefined ? [] : this.#read(this.#owner).lines;
    const sums = lines.map(({ toolId, quantity, pack }) => ({
      toolId,
      ...(pack ? { pack } : {}),
      quantity: quantity + (now.find((line) => line.toolId === toolId)?.quantity ?? 0),
    }));
    this.set(...sums);
    return sums;
  }

  /** Looks at the shop again, as after a purchase or when the window comes back. */
  async refresh(): Promise<void> {
    if (this.#owner) await this.#send();
    else this.#show();
  }

  /** Another tab wrote something. */
  storageChanged(key: string | null): void {
    if (this.#owner !== undefined && (key === null || key === keyOf(this.#owner))) this.#show();
  }

  #read(owner: string | null): StoredBasket {
    return parseKept(this.#world.storage.getItem(keyOf(owner)));
  }

  /** An empty basket takes no room. */
  #write(owner: string | null, kept: StoredBasket): void {
    const isEmpty = kept.lines.length === 0 && Object.keys(kept.unsent).length === 0;
    if (isEmpty) this.#world.storage.removeItem(keyOf(owner));
    else this.#world.storage.setItem(keyOf(owner), JSON.stringify(kept));
    this.#show();
  }

  #show(): void {
    if (this.#owner === undefined) return;
    const { lines, unsent } = this.#read(this.#owner);
    const waits = this.#failures > 0 && Object.keys(unsent).length > 0;
    this.#state = { lines, trouble: this.#isFull ? 'full' : waits ? 'unsaved' : null, known: true };
    this.#listeners.tell();
  }

  /** Sends what waits, and takes over what the shop then has. One tab at a time, one round at a time. */
  #send(): Promise<void> {
    this.#sending ??= this.#world
      .exclusively(async () => {
        const owner = this.#owner;
        if (owner === null || owner === undefined) return;
        const { unsent } = this.#read(owner);
        const changes = Object.entries(unsent).map(([toolId, wanted]) => ({ toolId, ...wanted }));
        const lines = changes.length > 0 ? await this.#world.change(changes) : await this.#world.fetch();
        if (owner !== this.#owner) return;
        // What was changed again meanwhile is still to be sent.
        const left = Object.entries(this.#read(owner).unsent).filter(([id, wanted]) => !isSame(unsent[id], wanted));
        this.#failures = 0;
        this.#write(owner, { lines: withChanges(lines, left), unsent: Object.fromEntries(left) });
      })
      .catch((error: unknown) => this.#refused(error))
      .finally(() => {
        this.#sending = null;
        const owner = this.#owner;
        if (owner && this.#failures === 0 && Object.keys(this.#read(owner).unsent).length > 0) void this.#send();
      });
    return this.#sending;
  }

  #refused(error: unknown): void {
    const owner = this.#owner;
    if (owner && isFull(error)) {
      // What did not fit is dropped; what the shop has stands.
      this.#isFull = true;
      this.#failures = 0;
      this.#write(owner, { lines: this.#read(owner).lines.slice(0, MAX_LINES), unsent: {} });
      void this.#send();
    } else if (owner && error instanceof ApiError && (error.status === 400 || NEVER_TAKEN.has(error.code))) {
      // A change that the shop will never take must not stand before all others.
      this.#failures = 0;
      this.#write(owner, { ...this.#read(owner), unsent: {} });
    } else this.#tryAgain(() => void this.#send());
  }

  #tryAgain(run: () => void): void {
    this.#failures++;
    this.#show();
    this.#cancelRetry();
    this.#cancelRetry = this.#world.later(run, Math.min(FIRST_PAUSE_MS * 2 ** (this.#failures - 1), LONGEST_PAUSE_MS));
  }

  /** Takes a visitor's lines along into the basket of whoever has just signed in. */
  async #join(owner: string): Promise<void> {
    const { lines } = this.#read(null);
    if (lines.length === 0) return this.#send();
    // First here, so that nothing is lost if the shop does not answer; it takes the larger quantity, too.
    const mine = this.#read(owner);
    this.#write(owner, { ...mine, lines: withLarger(mine.lines, lines) });
    try {
      const joined = await this.#world.exclusively(() => this.#world.join(lines));
      if (this.#owner !== owner) return;
      this.#failures = 0;
      this.#world.storage.removeItem(VISITOR_KEY);
      const { unsent } = this.#read(owner);
      this.#write(owner, { lines: withChanges(joined, Object.entries(unsent)), unsent });
      if (Object.keys(unsent).length > 0) void this.#send();
    } catch (error) {
      if (this.#owner !== owner) return;
      if (isFull(error)) {
        // The visitor's lines stay in this browser for whoever signs out again.
        this.#isFull = true;
        this.#show();
        return this.#send();
      }
      this.#tryAgain(() => {
        if (this.#owner === owner) void this.#join(owner);
      });
    }
  }
}

const NEVER_TAKEN = new Set<string>(['TOOL_NOT_FOUND', 'UNKNOWN_UNIT']);

function isSame(one: PackedQuantity | undefined, other: PackedQuantity): boolean {
  return one?.quantity === other.quantity && one.pack?.code === other.pack?.code;
}

const isFull = (error: unknown) => error instanceof ApiError && error.code === 'BASKET_FULL';

const keyOf = (owner: string | null) => (owner === null ? VISITOR_KEY : `${VISITOR_KEY}.${owner}`);

/** Merges two baskets by the larger quantity of each tool. */
function withLarger(mine: readonly BasketLine[], others: readonly BasketLine[]): BasketLine[] {
  const quantities = new Map(mine.map(({ toolId, quantity }) => [toolId, quantity]));
  const larger = others.filter(({ toolId, quantity }) => quantity > (quantities.get(toolId) ?? 0));
  return withChanges(
    mine,
    larger.map(({ toolId, ...wanted }) => [toolId, wanted]),
  );
}

function withChanges(
  lines: readonly BasketLine[],
  changes: readonly (readonly [string, PackedQuantity])[],
): BasketLine[] {
  const all = new Map<string, PackedQuantity>(lines.map(({ toolId, ...wanted }) => [toolId, wanted]));
  for (const [toolId, wanted] of changes) {
    if (wanted.quantity > 0) all.set(toolId, wanted);
    else all.delete(toolId);
  }
  return [...all].map(([toolId, wanted]) => ({ toolId, ...wanted }));
}

/** Reads what is stored; anything that is not a basket counts as an empty one. */
function parseKept(text: string | null): StoredBasket {
  const { lines, unsent } = keptRecord(text);
  return {
    lines: Array.isArray(lines) ? lines.filter(isLine).map(lineFrom) : [],
    unsent: Object.fromEntries(
      Object.entries(unsent ?? {}).flatMap(([toolId, kept]: [string, unknown]): [string, PackedQuantity][] => {
        // A number is what was kept before there were packs.
        const wanted = typeof kept === 'number' ? { quantity: kept } : kept;
        return isWanted(wanted) ? [[toolId, wantedFrom(wanted)]] : [];
      }),
    ),
  };
}

function isLine(value: unknown): value is BasketLine {
  if (typeof value !== 'object' || value === null) return false;
  const { toolId, quantity } = value as Record<string, unknown>;
  return typeof toolId === 'string' && Number.isSafeInteger(quantity) && Number(quantity) >= 1;
}

function isWanted(value: unknown): value is PackedQuantity {
  return typeof value === 'object' && value !== null && Number.isSafeInteger(Reflect.get(value, 'quantity'));
}

function lineFrom({ toolId, ...wanted }: BasketLine): BasketLine {
  return { toolId, ...wantedFrom(wanted) };
}

/** What was kept, with its pack as far as it is one. */
function wantedFrom({ quantity, pack }: PackedQuantity): PackedQuantity {
  if (typeof pack !== 'object' || pack === null) return { quantity };
  const { code, name, pieces } = pack;
  const isPack = typeof code === 'string' && typeof name === 'string' && Number.isSafeInteger(pieces) && pieces > 1;
  return isPack ? { quantity, pack: { code, name, pieces } } : { quantity };
}
