import type { Demo } from '#contract/office/opening.ts';
import { EndDemo } from '#contract/office/opening.ts';
import { z } from 'zod';
import { TextField } from '#web/forms/text-field.tsx';
import { useDemo } from '#web/queries/office/opening.ts';
import { userChange } from '#web/queries/changes.ts';
import { useUser } from '#web/session/signed-in.ts';
import { counted } from '#web/shell/format.ts';
import { PageLink } from '#web/shell/page-link.tsx';
import { CallDialog } from '#web/ui/dialog/call-dialog.tsx';

const Fields = z.object({ password: EndDemo.shape.password, tools: z.boolean() });

/** Says what goes, asks for the password, and ends the demo. */
export function EndDemoDialog({ onClose }: { onClose: () => void }) {
  const { data, error } = useDemo();
  const { email } = useUser();
  const isOneOfThem = data?.people.includes(email) ?? false;
  return (
    <CallDialog
      title="End the demo"
      submit="End the demo for good"
      tone="danger"
      schema={Fields}
      start={{ password: '', tools: true }}
      send={async ({ password, tools }) => {
        await userChange('POST /end-demo', { body: { password, tools } });
        return isOneOfThem ? 'The demo has ended. Sign in with your own account.' : 'The demo has ended';
      }}
      onClose={onClose}
    >
      {(field, form) => (
        <>
          {error && <p role="alert">{error.message}</p>}
          {data && <WhatGoes demo={data} />}
          <label className="mt-4 flex min-h-11 items-center gap-3">
            <input type="checkbox" className="checkbox checkbox-sm" {...form.register('tools')} />
            <span>{data ? `Its products go, too (${counted(data.tools, 'product')})` : 'Its products go, too'}</span>
          </label>
          <TextField label="Your password" type="password" autoComplete="current-password" {...field('password')} />
        </>
      )}
    </CallDialog>
  );
}

/** Exactly what is removed; nothing of it comes back but from a backup. */
function WhatGoes({ demo }: { demo: Demo }) {
  const { people, locked, companies, orders, invoices, quotes, reviews, hasOwnAdmin } = demo;
  const counts = [
    people.length > 0 && `${counted(people.length, 'account')}: ${people.join(', ')}`,
    companies > 0 && 'the company Nordfjord Bygg with its price list',
    orders > 0 && `${counted(orders, 'order')} with ${counted(invoices, 'invoice')}; their numbers are not used again`,
    quotes > 0 && counted(quotes, 'quote'),
    reviews > 0 && counted(reviews, 'review'),
    'the bank account, VAT number and address that the demo came with, if you have not replaced them',
  ].filter((line) => line !== false);
  return (
    <>
      {!hasOwnAdmin && (
        <div role="alert" className="alert alert-warning mb-4 block">
          No admin of your own is there yet, so that nobody could sign in afterwards.{' '}
          <PageLink to="/register" className="link">
            Register
          </PageLink>{' '}
          in another window, verify the address, and make that account an admin under All Users.
        </div>
      )}
      <p>This goes for good:</p>
      <ul className="mt-1 list-disc pl-5">
        {counts.map((line) => (
          <li key={line} className="break-words">
            {line}
          </li>
        ))}
      </ul>
      {locked.length > 0 && (
        <p className="mt-2 break-words">
          {locked.join(', ')} {locked.length === 1 ? 'has' : 'have'} the password of the demo and must set a new one.
        </p>
      )}
      <p className="muted mt-2 text-sm">What is yours stays: your settings, texts, pages, products and people.</p>
    </>
  );
}
