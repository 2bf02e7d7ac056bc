import { Client, escapeIdentifier } from 'pg';
import { watched } from './watched-connection.ts';

const CONNECT_TIMEOUT_MS = 2_500;
const SILENCE_MS = 5_000;
const RECONNECT_MS = 1_000;

interface ListenerOptions {
  url: string;
  channel: string;
  onMessage(payload: string): void;
  /** Called when messages may have been missed: at a loss, at each try to come back, and when it is back. */
  onGap(): void;
}

/** One connection that listens on one channel and comes back by itself after a lost server. */
export class Listener {
  #client: Client | undefined;
  #closed = false;
  #retry: NodeJS.Timeout | undefined;
  readonly #options: ListenerOptions;

  constructor(options: ListenerOptions) {
    this.#options = options;
  }

  async open(): Promise<void> {
    const { url, channel, onMessage } = this.#options;
    const client = new Client({
      connectionString: url,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      keepAlive: true,
      application_name: 'tradebench listener',
    });
    this.#client = client;
    client.on('notification', (message) => onMessage(message.payload ?? ''));
    client.on('error', () => this.#lost(client));
    client.on('end', () => this.#lost(client));
    await client.connect();
    await watched(client, SILENCE_MS).query(`listen ${escapeIdentifier(channel)}`);
  }

  /** Gives up a connection on which nothing is heard although it seems open. */
  renew(): void {
    const client = this.#client;
    if (!client) return;
    this.#lost(client);
    client.connection.stream.destroy();
  }

  #lost(client: Client): void {
    if (this.#closed || this.#client !== client) return;
    this.#client = undefined;
    this.#options.onGap();
    this.#openLater();
  }

  /** A failed attempt is heard of twice, by its rejection and by its end: only one of them may lead to another. */
  #openLater(): void {
    clearTimeout(this.#retry);
    if (this.#closed) return;
    this.#retry = setTimeout(() => {
      this.#options.onGap();
      this.open().then(this.#options.onGap, () => this.#openLater());
    }, RECONNECT_MS).unref();
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#retry);
    await this.#client?.end().catch(() => {});
  }
}
