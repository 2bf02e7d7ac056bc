import { Fragment, type ReactNode } from 'react';

interface Props {
  /** A message that was said, with words in `<tags>`. */
  text: string;
  /** What each tag becomes. */
  tags: Readonly<Record<string, (words: string) => ReactNode>>;
}

/** A message in which some words are elements of their own: links, names in bold, fields. */
export function Said({ text, tags }: Props) {
  // By turns: words, the name of a tag, what stands in it.
  const parts = text.split(/\uFDD0(\w+)\uFDD1([^\uFDD0]*)\uFDD0/);
  return parts.map((part, at) => {
    if (at % 3 === 1) return <Fragment key={at}>{tags[part]?.(parts[at + 1] ?? '')}</Fragment>;
    return at % 3 === 0 && part !== '' ? <span key={at}>{part}</span> : null;
  });
}
