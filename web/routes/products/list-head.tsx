import type { ToolFilter } from '#web/queries/catalogue/tools.ts';
import { PageLink } from '#web/shell/page-link.tsx';
import { say } from '#web/saying/say.ts';
import { addressOf, orderWords } from './filter.ts';
import type { SharedColumn } from './shared-columns.ts';

interface ListHeadProps {
  filter: ToolFilter;
  columns: readonly SharedColumn[];
  /** All prices of the list are those of a piece; else each row says of how many. */
  isOfPieces: boolean;
}

/** The heads of the table, by which the whole list is sorted: links, so that the address keeps it. */
export function ListHead({ filter, columns, isOfPieces }: ListHeadProps) {
  return (
    <li className="tool-list-head">
      <Head by="name" title={say('Tool')} words={['A to Z', 'Z to A']} filter={filter} />
      {columns.map(({ key, name, kind }) => (
        <Head
          key={key}
          by={`attr.${key}`}
          title={name}
          words={orderWords(kind)}
          filter={filter}
          className="tool-shared"
        />
      ))}
      <Head
        by="price"
        title={isOfPieces ? say('Price / piece') : say('Price')}
        words={['lowest first', 'highest first']}
        filter={filter}
      />
      <span className="tool-breaks">{say('Breaks')}</span>
      <span>{say('Minimum')}</span>
      <span>{say('Available')}</span>
    </li>
  );
}

interface HeadProps {
  by: 'name' | 'price' | `attr.${string}`;
  title: string;
  /** What the order is called, and what it is the other way round. */
  words: readonly [string, string];
  filter: ToolFilter;
  className?: string;
}

function Head({ by, title, words: [rising, falling], filter, className = '' }: HeadProps) {
  const mark = filter.sort === by ? ' ↑' : filter.sort === `-${by}` ? ' ↓' : ' ↕';
  const next = filter.sort === by ? (`-${by}` as const) : by;
  const what = by === 'name' ? say('name') : by === 'price' ? say('price') : title;
  return (
    <PageLink
      to={addressOf({ ...filter, sort: next, cursor: undefined })}
      replace
      preventScrollReset
      className={`tool-list-sort ${className}`}
      aria-label={say('Sort by {what}, {order}', { what, order: next === by ? rising : falling })}
    >
      {title}
      <span aria-hidden="true">{mark}</span>
    </PageLink>
  );
}
