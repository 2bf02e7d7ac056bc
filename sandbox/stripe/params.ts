import type { FormHash, FormValue } from './form-body.ts';
import { invalidParam } from './problems.ts';

const MAX_METADATA_KEYS = 50;

/**
 * The parameters of one call. A handler reads what it knows, then calls `done()`, which refuses the rest:
 * as at Stripe, a misspelt parameter is an error and never silently ignored.
 */
export class Params {
  readonly #values: FormHash;
  readonly #prefix: string;
  readonly #known = new Set<string>();

  constructor(values: FormHash, prefix = '') {
    this.#values = values;
    this.#prefix = prefix;
  }

  has(name: string): boolean {
    return Object.hasOwn(this.#values, name);
  }

  isHash(name: string): boolean {
    return typeof this.#values[name] === 'object' && !Array.isArray(this.#values[name]);
  }

  /** A text; an empty one counts as not given (Stripe's way to unset). */
  text(name: string, maxLength = 5000): string | undefined {
    const value = this.#take(name);
    if (value === undefined || value === '') return undefined;
    if (typeof value !== 'string') throw invalidParam(this.path(name), `Invalid string: ${JSON.stringify(value)}`);
    if (value.length > maxLength) {
      throw invalidParam(
        this.path(name),
        `Invalid string: ${value.slice(0, 20)}...; must be at most ${maxLength} characters`,
      );
    }
    return value;
  }

  requiredText(name: string): string {
    return this.text(name) ?? this.#missing(name);
  }

  integer(name: string): number | undefined {
    const value = this.#take(name);
    if (value === undefined || value === '') return undefined;
    if (typeof value !== 'string' || !/^-?\d{1,15}$/.test(value)) {
      throw invalidParam(this.path(name), `Invalid integer: ${String(value)}`, 'parameter_invalid_integer');
    }
    return Number(value);
  }

  requiredInteger(name: string): number {
    return this.integer(name) ?? this.#missing(name);
  }

  flag(name: string): boolean | undefined {
    const value = this.#take(name);
    if (value === undefined || value === '') return undefined;
    if (value !== 'true' && value !== 'false') {
      throw invalidParam(this.path(name), `Invalid boolean: ${String(value)}`);
    }
    return value === 'true';
  }

  oneOf<Choice extends string>(name: string, choices: readonly Choice[]): Choice | undefined {
    const value = this.text(name);
    if (value === undefined) return undefined;
    const choice = choices.find((candidate) => candidate === value);
    if (choice) return choice;
    const [last, ...others] = choices.toReversed();
    throw invalidParam(
      this.path(name),
      `Invalid ${this.path(name)}: must be one of ${others.toReversed().join(', ')}, or ${last}`,
    );
  }

  list(name: string): string[] | undefined {
    const value = this.#take(name);
    if (value === undefined || value === '') return undefined;
    if (!Array.isArray(value) || !value.every((item) => typeof item === 'string')) {
      throw invalidParam(this.path(name), 'Invalid array');
    }
    return value;
  }

  hash(name: string): Params | undefined {
    const value = this.#take(name);
    if (value === undefined || value === '') return undefined;
    if (typeof value === 'string' || Array.isArray(value)) throw invalidParam(this.path(name), 'Invalid object');
    return new Params(value, this.path(name));
  }

  /** Metadata to merge into what is kept: a key set to '' is removed, `metadata=''` removes all. */
  metadata(name = 'metadata'): ((kept: Record<string, string>) => Record<string, string>) | undefined {
    const value = this.#take(name);
    if (value === undefined) return undefined;
    if (value === '') return () => ({});
    if (typeof value === 'string' || Array.isArray(value)) throw invalidParam(this.path(name), 'Invalid object');
    for (const [key, entry] of Object.entries(value)) this.#checkMetadata(name, key, entry);
    return (kept) => {
      const merged = Object.fromEntries(
        Object.entries({ ...kept, ...value })
          .filter(([, entry]) => entry !== '')
          .map(([key, entry]) => [key, String(entry)]),
      );
      if (Object.keys(merged).length > MAX_METADATA_KEYS) {
        throw invalidParam(this.path(name), `Metadata can have up to ${MAX_METADATA_KEYS} keys.`);
      }
      return merged;
    };
  }

  #checkMetadata(name: string, key: string, entry: FormValue): void {
    const param = `${this.path(name)}[${key}]`;
    if (typeof entry !== 'string') throw invalidParam(param, `Invalid string: ${JSON.stringify(entry)}`);
    if (key.length > 40) {
      throw invalidParam(param, `Metadata keys can have up to 40 characters, but ${key.length} were passed.`);
    }
    if (entry.length > 500) {
      throw invalidParam(param, `Metadata values can have up to 500 characters, but ${entry.length} were passed.`);
    }
  }

  /** @throws a 400 naming the first parameter that nobody asked for. */
  done(): void {
    const unknown = Object.keys(this.#values).find((name) => !this.#known.has(name));
    if (unknown === undefined) return;
    throw invalidParam(this.path(unknown), `Received unknown parameter: ${this.path(unknown)}`, 'parameter_unknown');
  }

  path(name: string): string {
    return this.#prefix ? `${this.#prefix}[${name}]` : name;
  }

  #take(name: string): FormValue | undefined {
    this.#known.add(name);
    return this.has(name) ? this.#values[name] : undefined;
  }

  #missing(name: string): never {
    throw invalidParam(this.path(name), `Missing required param: ${this.path(name)}.`, 'parameter_missing');
  }
}
