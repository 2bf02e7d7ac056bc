import type { PackedLine } from '#contract/buying/units.ts';
import { PageLink } from '#web/shell/page-link.tsx';
import { say } from '#web/saying/say.ts';
import { wish } from './quote-draft.ts';

interface Props {
  /** What a price is asked for, at the moment in which it is asked. */
  lines: () => readonly PackedLine[];
  className?: string;
}

/** Leads to where a price is asked for, with these tools; whoever is not signed in finds them there afterwards. */
export function AskForQuote({ lines, className = 'btn' }: Props) {
  return (
    <PageLink to="/dashboard/askQuote" className={className} onClick={() => wish(lines())}>
      {say('Ask for a quote')}
    </PageLink>
  );
}
