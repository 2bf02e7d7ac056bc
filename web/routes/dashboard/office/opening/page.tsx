import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import type { Readiness } from '#contract/office/opening.ts';
import { useReadiness } from '#web/queries/office/opening.ts';
import { NotShown } from '#web/routes/dashboard/not-shown.tsx';
import { RequirePermission } from '#web/routes/dashboard/require-permission.tsx';
import { useShop } from '#web/shell/shop-front.ts';
import { metaOf } from '#web/shell/page-meta.ts';
import { PageLink } from '#web/shell/page-link.tsx';
import { EndDemoDialog } from './end-demo-dialog.tsx';
import { STEP_WORDS } from './step-words.ts';

export const meta = metaOf({ title: 'Ready to open?', description: 'What is left before the shop can open.' });

export default function OpeningPage() {
  return (
    <RequirePermission permission="settings">
      <h2 className="mb-2 text-xl font-semibold">Ready to open?</h2>
      <Steps />
    </RequirePermission>
  );
}

function Steps() {
  const { data, error } = useReadiness();
  const [ending, setEnding] = useState(false);
  useScrollToHash(data !== undefined);
  if (!data) return <NotShown what="what is left to do" error={error} />;
  const done = data.filter((step) => step.done).length;
  return (
    <>
      <p className="muted max-w-prose">
        {done === data.length
          ? 'Everything is done: your shop can open.'
          : 'Go through these in order. You can stop at any time; everything you have entered is kept.'}
      </p>
      <p role="status" className="mt-4 font-semibold tabular-nums">
        {done} of {data.length} done
      </p>
      <progress className="progress progress-primary mt-1 max-w-md" value={done} max={data.length} aria-hidden="true" />
      <ol className="border-base-300 mt-4 border-t">
        {data.map((step, index) => (
          <Step key={step.code} step={step} number={index + 1} onEndDemo={() => setEnding(true)} />
        ))}
      </ol>
      <AlsoLook />
      {ending && <EndDemoDialog onClose={() => setEnding(false)} />}
    </>
  );
}

function Step({
  step: { code, done, where },
  number,
  onEndDemo,
}: {
  step: Readiness;
  number: number;
  onEndDemo: () => void;
}) {
  const { title, text, action, again = 'Change' } = STEP_WORDS[code];
  return (
    <li id={code} className="border-base-300 grid grid-cols-[2.25rem_minmax(0,1fr)] gap-x-3 border-b py-4">
      <span
        aria-hidden="true"
        className={`flex size-8 items-center justify-center rounded-full text-sm font-semibold tabular-nums ${
          done ? 'bg-success text-success-content' : 'border-base-300 border'
        }`}
      >
        {done ? '✓' : number}
      </span>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <div className="max-w-prose min-w-0 flex-1 basis-64">
          <h3 className="font-semibold">
            {title}
            <span className="sr-only">{done ? ', done' : ', not done yet'}</span>
          </h3>
          <p className="muted text-sm">{text}</p>
        </div>
        {code === 'demo' && !done && (
          <button type="button" className="btn btn-sm" onClick={onEndDemo}>
            End the demo
          </button>
        )}
        {action !== '' && (
          <PageLink to={where} className={done ? 'link text-sm' : 'btn btn-sm'}>
            {done ? again : action}
            <span className="sr-only">: {title}</span>
          </PageLink>
        )}
      </div>
    </li>
  );
}

/** What no check can judge. */
function AlsoLook() {
  const { sections, pictures } = useShop();
  // What is about whoever built the shop.
  const strange = [
    ...(sections.blogs ? ['Blogs'] : []),
    ...(sections.portfolio && pictures.works.length === 0 ? ['My Portfolio'] : []),
  ];
  return (
    <section className="mt-8 max-w-prose" aria-labelledby="also-look">
      <h3 id="also-look" className="font-semibold">
        Also have a look at
      </h3>
      <ul className="mt-2 list-disc space-y-1 pl-5">
        <li>
          <PageLink to="/dashboard/settings#settings-texts" className="link">
            The words of your pages
          </PageLink>
          : headline, numbers, reasons, the About page, and which sections are shown at all; and{' '}
          <PageLink to="/dashboard/settings#settings-pictures" className="link">
            their pictures
          </PageLink>
          .
        </li>
        {strange.length > 0 && (
          <li>
            <PageLink to="/dashboard/settings#settings-texts" className="link">
              {strange.join(' and ')}
            </PageLink>
            : what the shop came with there is about who built it. You can turn it off.
          </li>
        )}
        <li>
          <PageLink to="/dashboard/settings#settings-working-days" className="link">
            Working days and holidays
          </PageLink>
          , which count in every delivery date.
        </li>
        <li>
          <PageLink to="/dashboard/import" className="link">
            Importing products from a sheet
          </PageLink>
          , and{' '}
          <PageLink to="/dashboard/users" className="link">
            inviting the people who work with you
          </PageLink>
          .
        </li>
      </ul>
    </section>
  );
}

/** What an address names stands in sight once it is there. */
function useScrollToHash(isThere: boolean): void {
  const { hash } = useLocation();
  useEffect(() => {
    if (isThere && hash) document.querySelector(`#${CSS.escape(hash.slice(1))}`)?.scrollIntoView();
  }, [isThere, hash]);
}
