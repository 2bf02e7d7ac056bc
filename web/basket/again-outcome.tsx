import { say } from '#web/saying/say.ts';
import type { Again } from './order-again.ts';

/** What was added to the basket, and what has changed since. */
export function AgainOutcome({ again: { lines, differences } }: { again: Again }) {
  return (
    <>
      <p>
        {lines.length === 0
          ? say('Nothing was added: your basket already has all that can be ordered.')
          : say('{count, plural, one {# line} other {# lines}} added to your basket.', { count: lines.length })}
      </p>
      {differences.length > 0 && (
        <>
          <p className="mt-3 font-semibold">{say('What has changed')}</p>
          <ul className="mt-1 grid gap-1">
            {differences.map(({ toolId, tool, what }) => (
              <li key={toolId} className="break-words">
                <span className="font-medium">{tool}</span>: {what}
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}
